import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { corpus } from '../../scripts/rules-report/corpus/corpus.ts';
import { countCorpus, countMixes, type Hits } from '../../scripts/rules-report/false-positives.ts';
import { profiledWaf, SHARED_DATA } from '../../scripts/rules-report/measured-waf.ts';
import { sum } from '../../scripts/rules-report/show.ts';

/** Every tenth text: `make rules-report` takes all of them. */
const sample = corpus().map(({ name, texts }) => ({
  name,
  texts: texts.filter((_, index) => index % 10 === 0),
}));

test('the corpus is what its bar is about, and the same on every run', () => {
  const sizes = corpus().map(({ name, texts }) => [name, texts.length]);
  assert.deepEqual(sizes, [
    ['prose', 5000],
    ['names', 500],
    ['addresses', 500],
    ['code comments', 500],
    ['support tickets', 500],
  ]);
  assert.deepEqual(corpus(), corpus());
});

test('at most 0.3 % of everyday texts are flagged at PL1', async () => {
  const hits: Hits = new Map();
  const rows = countCorpus(await profiledWaf('built-in', 1), sample, hits);
  const requests = sum(rows.map((row) => row.requests));
  assert.equal(requests, 2100);
  const flagged = sum(rows.map((row) => row.flagged));
  assert.ok(
    flagged <= 0.003 * requests,
    `${flagged} flagged by ${JSON.stringify([...hits.keys()])}`,
  );
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
