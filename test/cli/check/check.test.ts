/** What counts: profiles together, levels, comments that silence, baselines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBaseline, withoutKnown, writeBaseline } from '#compiler/cli/findings/baseline.ts';
import { presetCodes } from '#compiler/cli/findings/codes.ts';
import type { Finding } from '#compiler/cli/findings/finding.ts';
import {
  applyLevels,
  disabledCodes,
  type Levels,
  NO_LEVELS,
  readLevels,
} from '#compiler/cli/findings/levels.ts';
import { applySuppressions } from '#compiler/cli/findings/suppressions.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { checkFiles, checkText } from './helpers.ts';

const codesOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ code }) => code);

const SETUP = 'SecAction "id:1,phase:1,pass,nolog,setvar:tx.limit=100"\n';
const RULE = 'SecRule ARGS_COMBINED_SIZE "@gt %{tx.limit}" "id:2,phase:2,deny,log"\n';

test('what one profile leaves unused another may use', () => {
  const files = { 'setup.conf': SETUP, 'rules.conf': RULE };
  const both = { pl1: ['setup.conf', 'rules.conf'], pl2: ['setup.conf'] };
  assert.deepEqual(codesOf(checkFiles(files, both).findings), []);
  assert.deepEqual(codesOf(checkFiles(files, { pl2: ['setup.conf'] }).findings), [
    'unused-variable',
  ]);
});

test('what is wrong in one profile only says in which', () => {
  const files = { 'setup.conf': SETUP, 'rules.conf': RULE };
  const { findings } = checkFiles(files, {
    pl1: ['setup.conf', 'rules.conf'],
    pl2: ['rules.conf'],
  });
  assert.deepEqual(codesOf(findings), ['unset-variable']);
  assert.deepEqual(
    findings[0]?.notes.map(({ message }) => message),
    ['Only in profile pl2'],
  );
});

test('the order is that of the file, whatever found them', () => {
  const text = `${RULE}SecMarker X\nSecRule ARGS "@rx Evil" "id:3,phase:2,deny,log,t:lowercase"\n`;
  const { findings } = checkText(text);
  assert.deepEqual(codesOf(findings), ['unset-variable', 'unused-marker', 'unmatchable-text']);
  assert.deepEqual(checkText(text).findings, findings);
});

test('levels: options by code, off wins, unknown codes are refused with a suggestion', () => {
  const { findings } = checkText(`${RULE}SecMarker X\n`);
  const levels = readLevels({ ...NO_LEVELS, error: ['unused-marker'], off: ['unset-variable'] });
  assert.ok(levels.kind === 'Ok');
  const changed = applyLevels(findings, levels.levels);
  assert.deepEqual(
    changed.map(({ code, severity }) => `${code} ${severity}`),
    ['unused-marker error'],
  );
  const wrong = readLevels({ ...NO_LEVELS, warn: ['unused-markr'] });
  assert.deepEqual(wrong, {
    kind: 'Error',
    message: 'There is no code unused-markr. Did you mean unused-marker?',
  });
});

test('codes that are off by default come with an option', () => {
  const { findings } = checkText('SecRule ARGS "@rx a\\s*,?\\s*b" "id:1,phase:2,deny,log"\n');
  const none = readLevels(NO_LEVELS);
  const asked = readLevels({ ...NO_LEVELS, warn: ['polynomial-regex'] });
  assert.ok(none.kind === 'Ok' && asked.kind === 'Ok');
  assert.deepEqual(codesOf(applyLevels(findings, none.levels)), []);
  assert.deepEqual(codesOf(applyLevels(findings, asked.levels)), ['polynomial-regex']);
});

test('a preset brings its codes, and options count for them as for all others', () => {
  const none = readLevels(NO_LEVELS);
  const asked = readLevels({
    ...NO_LEVELS,
    preset: 'crs',
    notice: ['logged-pass'],
    off: ['name-case'],
  });
  const one = readLevels({ ...NO_LEVELS, warn: ['action-order'] });
  assert.ok(none.kind === 'Ok' && asked.kind === 'Ok' && one.kind === 'Ok');
  const ids = (levels: Levels): number =>
    [...presetCodes].filter((code) => disabledCodes(levels).has(code)).length;
  assert.deepEqual(
    [none, one, asked].map(({ levels }) => ids(levels)),
    [16, 15, 1],
  );
  assert.equal(asked.levels.get('logged-pass'), 'notice');
  assert.deepEqual(readLevels({ ...NO_LEVELS, preset: 'owasp' }), {
    kind: 'Error',
    message: 'There is no preset owasp; --preset takes crs.',
  });
});

test('comments silence the next directive with its chain, ours and those of crs-linter', async (t) => {
  const wrong = (id: number): string =>
    `SecRule ARGS "@gt %{tx.x${id}}" \\\n    "id:${id},phase:2,deny,log"\n`;
  const chained =
    'SecRule ARGS "@rx a" "id:9,phase:2,deny,log,chain"\n    SecRule ARGS "@gt %{tx.x9}" "t:none"\n';
  const cases: readonly (readonly [text: string, expected: readonly string[]])[] = [
    [wrong(1), ['unset-variable']],
    [`# portcullis:ignore unset-variable set by the host\n${wrong(1)}`, []],
    [`#portcullis:ignore unset-variable\n\n# why\n${wrong(1)}`, []],
    [`# portcullis:ignore unset-variable\n${wrong(1)}${wrong(2)}`, ['unset-variable']],
    [`# portcullis:ignore early-read\n${wrong(1)}`, ['unset-variable', 'unused-ignore']],
    [`#crs-linter:ignore:capture,variables_usage\n${wrong(1)}`, []],
    [`#crs-linter:ignore:indentation\n${wrong(1)}`, ['unset-variable']],
    [`  # crs-linter : ignore : capture, variables_usage\r\n${wrong(1)}`, []],
    [`#crs-linter:ignore:variables_usage\n${chained}${wrong(2)}`, ['unset-variable']],
    [`# portcullis:ignore unset-variable\n${chained}`, []],
    // What nobody has looked for is not proved to be absent.
    [`# portcullis:ignore action-order\nSecRuleEngine On\n`, []],
  ];
  for (const [text, expected] of cases) {
    await t.test(rowTitle(text), () => {
      const { findings, sources } = checkText(text);
      assert.deepEqual(codesOf(applySuppressions(findings, sources, presetCodes)), expected, text);
    });
  }
  assert.equal(cases.length, 11);
});

test('baseline: known findings stay known when lines move, and one more is new', () => {
  const marker = 'SecMarker X\n';
  const known = parseBaseline(writeBaseline(checkText(marker).findings, 'base.json'));
  assert.ok(known !== undefined);
  const again = checkText(`# moved\n\n${marker}`).findings;
  assert.deepEqual(codesOf(again), ['unused-marker']);
  assert.deepEqual(withoutKnown(again, known, 'base.json'), []);
  const more = checkText(`${marker}SecMarker Y\n`).findings;
  assert.deepEqual(
    withoutKnown(more, known, 'base.json').map(({ span }) => span.start),
    [12],
  );
  assert.equal(parseBaseline('[]'), undefined);
  assert.equal(parseBaseline('{'), undefined);
});
