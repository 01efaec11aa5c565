import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { request } from '#scripts/rules-report/benign-requests.ts';
import { score } from '#scripts/rules-report/score.ts';
import { loadProgram } from '../helpers/load-program.ts';
import { compileFiles } from './helpers/rule-set.ts';

/** The root that Debian's package modsecurity-crs 3.3 is installed or unpacked in. */
const { CRS33_DIR = '/' } = process.env;
const SETUP = join(CRS33_DIR, 'etc/modsecurity/crs/crs-setup.conf');
const RULES = join(CRS33_DIR, 'usr/share/modsecurity-crs/rules/*.conf');

const entriesAt = (level: 1 | 2): readonly string[] => [
  'profiles/base.conf',
  `test/rules/pl${level}-3.3.conf`,
  SETUP,
  RULES,
];

/** A rule with a back-reference, and one that asks a name server. */
const special = ['backtracking-regex', 'skipped-operator'];

/** Common probes; CRS 3.3.4 has no rule against JNDI look-ups. */
const probes: readonly string[] = [
  "/?id=1'%20OR%20'1'='1",
  '/?q=%3Cscript%3Ealert(1)%3C/script%3E',
  '/?f=../../../../etc/passwd',
  '/?c=;cat%20/etc/passwd',
];

for (const level of [1, 2] as const) {
  test(`CRS 3.3 checks without errors and blocks at PL${level}`, async (t) => {
    if (!isHere(t)) return;
    const profile = profileOfEntries('crs33', entriesAt(level));
    const { findings } = checkProfiles([profile], disk);
    const errors = findings.filter(({ severity }) => severity === 'error');
    assert.deepEqual(
      errors.map(({ message }) => message),
      [],
    );
    const found = findings.filter(({ code }) => special.includes(code)).map(({ code }) => code);
    assert.deepEqual(found.toSorted(), special);

    const waf = await loadProgram(compileFiles(entriesAt(level)).program);
    assert.equal(score(waf, request('GET', '/', [], '')).isCaught, false);
    for (const target of probes) {
      assert.equal(score(waf, request('GET', target, [], '')).isCaught, true, target);
    }
  });
}

test('CRS 3.3 lets the character sets through that its setup allows, and no others (920480)', async (t) => {
  if (!isHere(t)) return;
  const types: readonly (readonly [type: string, fires: boolean])[] = [
    ['application/x-www-form-urlencoded', false],
    ['application/x-www-form-urlencoded; charset=utf-8', false],
    ['application/x-www-form-urlencoded; charset="windows-1252"', false],
    ['application/x-www-form-urlencoded; charset=utf-7', true],
    ['application/x-www-form-urlencoded; charset=garbage', true],
  ];
  let ran = 0;
  // Without the passes the expression is compiled when it is first used.
  for (const passes of [undefined, []]) {
    const waf = await loadProgram(compileFiles(entriesAt(1), passes).program);
    for (const [type, fires] of types) {
      const posted = request('POST', '/', [['Content-Type', type]], 'a=b');
      assert.equal(score(waf, posted).ruleIds.has(920480), fires, type);
      ran += 1;
    }
  }
  assert.equal(ran, 10);
});

test('CRS 3.3 without the rule that has a back-reference', (t) => {
  if (!isHere(t)) return;
  const entries = [...entriesAt(1), 'test/rules/without-942130.conf'];
  const { findings } = checkProfiles([profileOfEntries('crs33', entries)], disk);
  const codes = findings.map(({ code }) => code);
  assert.deepEqual(
    special.map((code) => codes.includes(code)),
    [false, true],
  );
});

function isHere(t: TestContext): boolean {
  if (existsSync(SETUP)) return true;
  t.skip(`${SETUP} is not here: CRS33_DIR names the root of Debian's modsecurity-crs 3.3`);
  return false;
}
