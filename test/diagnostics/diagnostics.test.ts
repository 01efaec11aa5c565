/** The exact text that authors see for their mistakes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as nameProblems from '#compiler/2-resolve/name-problems.ts';
import * as problems from '#compiler/2-resolve/problems.ts';
import { formatDiagnostic, type Problem } from '#compiler/diagnostics.ts';
import { compileText } from '../helpers/compile-text.ts';
import { goldenCases } from '../helpers/golden.ts';

const cases = goldenCases(import.meta.url).map((each) => ({
  ...each,
  compilation: compileText(each.rules, each.files, undefined, {
    skipUnsupported: each.name.endsWith('-skipped'),
  }),
}));

for (const { name, check, compilation } of cases) {
  test(name, () => {
    assert.ok(compilation.diagnostics.length > 0);
    check(compilation.diagnostics.map((each) => `${formatDiagnostic(each)}\n`).join(''));
  });
}

/** What read-rules.ts reports beside resolving. */
const readingCodes = ['missing-file', 'no-file-matches', 'repeated-file', 'include-too-deep'];

test('every problem of resolving and reading has a case', () => {
  const codes = Object.values({ ...nameProblems, ...problems }).map((make) => {
    const { code }: Problem = Reflect.apply(make, undefined, ['', '', '', '']);
    return code;
  });
  assert.ok(codes.length > 40);
  const seen = new Set(
    cases.flatMap(({ compilation }) => compilation.diagnostics.map(({ code }) => code)),
  );
  assert.deepEqual(
    [...codes, ...readingCodes].filter((code) => !seen.has(code)),
    [],
  );
});
