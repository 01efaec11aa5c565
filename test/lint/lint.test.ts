/** One mistake for each code, the exact text that authors see for it, and the same rules done right. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '../../compiler/check/check-profiles.ts';
import { codes } from '../../compiler/check/codes.ts';
import type { Finding } from '../../compiler/check/finding.ts';
import { applyEdits, editsFor } from '../../compiler/check/fix.ts';
import { formatText } from '../../compiler/check/formats/text.ts';
import { applySuppressions } from '../../compiler/check/suppressions.ts';
import { profileOfEntries } from '../../compiler/profile.ts';
import { compileText, memoryFiles, type TextFiles } from '../helpers/compile-text.ts';
import { goldenCases } from '../helpers/golden.ts';

/** Every level is on: a code that is off by default is reported like any other. */
function check(rules: string, files: TextFiles): readonly Finding[] {
  const all = memoryFiles({ ...files, 'rules.conf': rules });
  const checked = checkProfiles([profileOfEntries('test', ['rules.conf'])], all);
  return applySuppressions(checked.findings, checked.sources);
}

const cases = goldenCases(import.meta.url);

/** Files with their edits, again until none is left, as `check --fix` does. */
function fix(rules: string, files: TextFiles): string {
  const edits = editsFor(check(rules, files));
  const [fixed] = applyEdits(edits);
  return fixed === undefined ? rules : fix(fixed.text, files);
}

/** What the rules do, wherever they stand. */
function meaningOf(rules: string, files: TextFiles): string {
  const { program } = compileText(rules, files);
  assert.ok(program !== undefined, rules);
  const { settings, phases, removals, folded } = program;
  const text = JSON.stringify({ settings, phases, removals, folded });
  // That this pair is the same as its second half is proved in fix-transformations.test.ts.
  return text
    .replace(/"line":\d+/g, '"line":0')
    .replaceAll('"uppercase","lowercase"', '"lowercase"');
}

for (const { name, rules, files, check: compare } of cases) {
  test(name, () => {
    const found = check(rules, files);
    assert.ok(found.some(({ code }) => code === name));
    compare(formatText(found, false));
    const right = check(files['right.conf'] ?? '', files);
    assert.deepEqual(
      right.map(({ code, message }) => `${code}: ${message}`),
      [],
    );
  });
}

for (const { name, rules, files } of cases) {
  test(`--fix: ${name}`, () => {
    const findings = check(rules, files);
    const fixed = fix(rules, files);
    assert.equal(fixed, files['fixed.conf'] ?? rules);
    if (fixed === rules) return;
    assert.ok(!check(fixed, files).some(({ code }) => code === name));
    const isError = findings.some(({ severity }) => severity === 'error');
    if (!isError) assert.equal(meaningOf(fixed, files), meaningOf(rules, files));
  });
}

test('every code has a case, and every case is a code', () => {
  assert.deepEqual(cases.map(({ name }) => name).toSorted(), [...codes.keys()].toSorted());
  assert.equal(cases.length, 85);
  assert.equal(cases.filter(({ files }) => 'fixed.conf' in files).length, 11);
});
