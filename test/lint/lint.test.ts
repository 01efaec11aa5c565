/** One mistake for each code, the exact text that authors see for it, and the same rules done right. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyEdits, editsFor } from '#compiler/cli/findings/apply-fixes.ts';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { codes, presetCodes } from '#compiler/cli/findings/codes.ts';
import type { Finding } from '#compiler/cli/findings/finding.ts';
import { applySuppressions } from '#compiler/cli/findings/suppressions.ts';
import { formatText } from '#compiler/cli/output/format-findings.ts';
import type { Profile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { compileText, memoryFiles, type TextFiles } from '../helpers/compile-text.ts';
import { goldenCases } from '../helpers/golden.ts';

/** What is off by default is reported like all else; conventions of a preset are for the cases of its codes. */
function silentFor(name: string): ReadonlySet<string> {
  return codes.get(name)?.preset === undefined ? presetCodes : new Set();
}

function check(name: string, rules: string, files: TextFiles): readonly Finding[] {
  const all = memoryFiles({ ...files, 'rules.conf': rules });
  const silent = silentFor(name);
  const profile = { ...profileOfEntries('test', ['rules.conf']), ...optionsFor(name) };
  const checked = checkProfiles([profile], all, silent);
  return applySuppressions(checked.findings, checked.sources, silent);
}

/** What the command line has to ask for before a code can be reported. */
function optionsFor(name: string): Partial<Profile> {
  if (name === 'skipped-rule') return { skipUnsupported: true };
  return name === 'incomplete-set' ? { mayBePart: true } : {};
}

const cases = goldenCases(import.meta.url);

/** Files with their edits, again until none is left, as `check --fix` does. */
function fix(name: string, rules: string, files: TextFiles): TextFiles {
  const all = { ...files, 'rules.conf': rules };
  const fixed = applyEdits(editsFor(check(name, rules, files)));
  if (fixed.length === 0) return all;
  const next = { ...all, ...Object.fromEntries(fixed.map(({ path, text }) => [path, text])) };
  return fix(name, next['rules.conf'], next);
}

/** `fixed.conf` is what becomes of rules.conf, `fixed.data` what becomes of a data file. */
const fixedName = (path: string): string => path.replace(/^\w+/, 'fixed');

/** What the rules do, wherever they stand. */
function meaningOf(name: string, rules: string, files: TextFiles): string {
  const { program } = compileText(rules, files, undefined, optionsFor(name));
  assert.ok(program !== undefined, rules);
  const { settings, phases, removals, folded } = program;
  // Which phrases there are counts, not how often or in which case.
  const text = JSON.stringify({ settings, phases, removals, folded }, (key, value) => {
    if (key === 'line' || key === 'span') return undefined;
    return key === 'phrases' ? [...new Set(String(value).toLowerCase().split(','))] : value;
  });
  // That this pair is the same as its second half is proved in fix-transformations.test.ts.
  return text.replaceAll('"uppercase","lowercase"', '"lowercase"');
}

for (const { name, rules, files, check: compare } of cases) {
  test(name, () => {
    const found = check(name, rules, files);
    assert.ok(found.some(({ code }) => code === name));
    compare(formatText(found, false));
    const right = check(name, files['right.conf'] ?? '', files);
    assert.deepEqual(
      right.map(({ code, message }) => `${code}: ${message}`),
      [],
    );
  });
}

for (const { name, rules, files } of cases) {
  test(`--fix: ${name}`, () => {
    const findings = check(name, rules, files);
    const fixed = fix(name, rules, files);
    const changed = Object.entries({ ...files, 'rules.conf': rules }).filter(
      ([path, text]) => fixed[path] !== text,
    );
    const expected = Object.keys(files).filter((path) => path.startsWith('fixed.'));
    assert.deepEqual(
      changed.map(([path]) => fixedName(path)),
      expected,
    );
    for (const [path] of changed) assert.equal(fixed[path], files[fixedName(path)]);
    const after = fixed['rules.conf'] ?? '';
    assert.ok(changed.length === 0 || !check(name, after, fixed).some(({ code }) => code === name));
    const isError = findings.some(({ severity }) => severity === 'error');
    if (!isError) assert.equal(meaningOf(name, after, fixed), meaningOf(name, rules, files));
  });
}

test('every code that is reported is in the table', () => {
  const modules = [
    '1-parse/problems',
    '2-resolve/name-problems',
    '2-resolve/problems',
    'lint/problems',
    'lint/crs/problems',
    'read-rules',
    'cli/findings/incomplete-set',
  ];
  const named = modules.flatMap((name) => {
    const text = readFileSync(new URL(`../../compiler/${name}.ts`, import.meta.url), 'utf8');
    return [...text.matchAll(/(?:error\(|warning\(|notice\(|unknownName\(|code:)\s*'([a-z-]+)'/g)];
  });
  const reported = new Set(named.map(([, code = '']) => code));
  assert.deepEqual([...reported].toSorted(), [...codes.keys()].toSorted());
});

test('every code has a case, and every case is a code', () => {
  assert.deepEqual(cases.map(({ name }) => name).toSorted(), [...codes.keys()].toSorted());
  assert.equal(cases.length, 131);
  const isFixed = (path: string): boolean => path.startsWith('fixed.');
  assert.equal(cases.filter(({ files }) => Object.keys(files).some(isFixed)).length, 20);
});
