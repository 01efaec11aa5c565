/** No phrase and no expression may be likely to stand in a large upload: each by itself less than once in ten thousand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { compile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { chancesOf } from './helpers/random-chance.ts';
import { codings } from './helpers/random-data.ts';

const UPLOAD = 9_000_000;
const SAMPLE = 1_000_000;
const LIKELY = 1e-4;

/** What is likelier, by rule: why it stays, and how likely it may be. */
const exceptions: ReadonlyMap<number, readonly [why: string, most: number]> = new Map([
  [930120, ['a chained rule spares values with words and blanks, as uploads of 100 KB have', 5e-3]],
  [932120, ['cmdlets of seven bytes in base64url', 2e-4]],
  [942100, ['a chained rule has @detectSQLi decide', 1]],
  [942140, ['pg_user in base64url', 2e-4]],
  [
    932236,
    ['PL2: a command at the start of a value, in the first hundred bytes or not at all', 2e-3],
  ],
  [932371, ['PL2: forty names of programs and a slash', 3e-3]],
  [942120, ['PL2: operators between blanks', 3e-4]],
  [942210, ['PL2: OR between signs and digits', 3e-4]],
  [942300, ['PL2: LIKE and a number', 2e-4]],
  [
    942380,
    ['PL2: SELECT and a keyword; the parabola is too steep once the second is certain', 2e-3],
  ],
  [942470, ['PL2: names of database servers', 6e-4]],
  [942480, ['PL2: names of database servers', 6e-4]],
  [944210, ['PL2: six bytes with which serialized objects begin in base64', 1e-3]],
  [944250, ['PL2: two words of Java', 2e-3]],
]);

for (const level of [1, 2] as const) {
  test(`random data match the rules of PL${level} by a chance below 0.0001`, async (t) => {
    const program = compileProfile(level);
    let ran = 0;
    for (const { name, make } of codings) {
      await t.test(rowTitle(name), () => {
        const sample = make(SAMPLE, 7);
        const likely = rulesOf(program).flatMap((rule) => {
          const [, most = LIKELY] = exceptions.get(rule.info.id) ?? [];
          return chancesOf(rule, sample, UPLOAD)
            .filter(({ chance }) => chance > most)
            .map(({ what, chance }) => `${rule.info.id}: ${chance.toExponential(1)} ${what}`);
        });
        assert.deepEqual(likely, []);
      });
      ran += 1;
    }
    assert.equal(ran, 3);
  });
}

function compileProfile(level: 1 | 2) {
  const { files }: { readonly files: readonly string[] } = JSON.parse(
    disk.read(`profiles/pl${level}.json`) ?? '{}',
  );
  const entries = files.map((file) => file.replace('{rules}', 'rules'));
  const { program } = compile(profileOfEntries(`PL${level}`, entries), disk);
  assert.ok(program !== undefined, 'the rules compile');
  return program;
}
