import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corpus } from '#scripts/rules-report/corpus/corpus.ts';
import { postalLocales } from '#scripts/rules-report/corpus/postal.ts';
import {
  countCorpus,
  countMixes,
  type Hits,
  isBelow,
} from '#scripts/rules-report/false-positives.ts';
import { profiledWaf, SHARED_DATA } from '#scripts/rules-report/measured-waf.ts';
import { sum } from '#scripts/rules-report/show.ts';

/** Every tenth text: `make rules-report` takes all of them. */
const sample = corpus().map((part) => ({
  ...part,
  texts: part.texts.filter((_, index) => index % 10 === 0),
}));

/** Texts of each part, and the share of its requests that may be flagged at PL1. */
const parts: readonly (readonly [name: string, texts: number, bound: number])[] = [
  ['prose', 5000, 0.003],
  ['names', 500, 0.02],
  ['addresses', 500, 0.01],
  ['code comments', 500, 0.003],
  ['support tickets', 500, 0.003],
  ['postal addresses', 480, 0],
  ['words of commands', 400, 0.03],
  ['packages', 400, 0.01],
  ['changelogs', 400, 0.03],
  ['manual pages', 400, 0.15],
  ['forum posts', 400, 0.08],
  ['titles with markup', 400, 0.03],
];

test('the corpus is what its bounds are about, and the same on every run', () => {
  assert.deepEqual(
    corpus().map(({ name, texts }) => [name, texts.length]),
    parts.map(([name, texts]) => [name, texts]),
  );
  assert.deepEqual(corpus(), corpus());
  assert.equal(postalLocales.length, 24);
});

test('at most 0.3 % of everyday texts are flagged at PL1, and of each part its bound', async (t) => {
  const hits: Hits = new Map();
  const rows = countCorpus(await profiledWaf('built-in', 1), sample, hits);
  const flaggedBy = JSON.stringify([...hits].map(([id, names]) => [id, [...names][0]]));
  assert.equal(sum(rows.map((row) => row.requests)), 2964);
  for (const [index, [name, , bound]] of parts.entries()) {
    const { requests = 0, flagged = 0 } = rows[index] ?? {};
    assert.ok(flagged <= bound * requests, `${name}: ${flagged} of ${requests}, ${flaggedBy}`);
  }
  const everyday = rows.filter((_, index) => sample[index]?.kind === 'everyday');
  const requests = sum(everyday.map((row) => row.requests));
  assert.ok(sum(everyday.map((row) => row.flagged)) <= 0.003 * requests, flaggedBy);
  await t.test('fewer than by the OWASP CRS, of each part', async (sub) => {
    if (!existsSync(join(SHARED_DATA, 'crs'))) {
      sub.skip(`${SHARED_DATA}/crs is not here`);
      return;
    }
    const theirs = countCorpus(await profiledWaf('crs', 1), sample, new Map());
    const pairs = rows.map(({ name, flagged }, index) => [name, flagged, theirs[index]?.flagged]);
    assert.ok(isBelow(rows, theirs), JSON.stringify(pairs));
  });
});

test('no benign request of the mixes is flagged at PL1', async (t) => {
  if (!existsSync(join(SHARED_DATA, 'requests'))) {
    t.skip(`${SHARED_DATA}/requests is not here`);
    return;
  }
  const hits: Hits = new Map();
  const rows = countMixes(await profiledWaf('built-in', 1), hits);
  const benign = rows.filter(({ name }) => name !== 'attack');
  assert.ok(sum(benign.map((row) => row.requests)) > 100);
  assert.equal(sum(benign.map((row) => row.flagged)), 0, JSON.stringify([...hits.keys()]));
});
