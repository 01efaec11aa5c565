/** One mistake for each code, the exact text that authors see for it, and the same rules done right. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProfiles } from '../../compiler/check/check-profiles.ts';
import { codes } from '../../compiler/check/codes.ts';
import type { Finding } from '../../compiler/check/finding.ts';
import { formatText } from '../../compiler/check/formats/text.ts';
import { applySuppressions } from '../../compiler/check/suppressions.ts';
import { profileOfEntries } from '../../compiler/profile.ts';
import { memoryFiles, type TextFiles } from '../helpers/compile-text.ts';
import { goldenCases } from '../helpers/golden.ts';

/** Every level is on: a code that is off by default is reported like any other. */
function check(rules: string, files: TextFiles): readonly Finding[] {
  const all = memoryFiles({ ...files, 'rules.conf': rules });
  const checked = checkProfiles([profileOfEntries('test', ['rules.conf'])], all);
  return applySuppressions(checked.findings, checked.sources);
}

const cases = goldenCases(import.meta.url);

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

test('every code has a case, and every case is a code', () => {
  assert.deepEqual(cases.map(({ name }) => name).toSorted(), [...codes.keys()].toSorted());
  assert.equal(cases.length, 83);
});
