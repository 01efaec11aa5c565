/** The OWASP CRS is right: what is reported on it is true, known by name, and no reason to fail. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { checkProfiles } from '../../compiler/check/check-profiles.ts';
import { applyLevels, readLevels } from '../../compiler/check/levels.ts';
import { disk } from '../../compiler/disk.ts';
import { profileOfEntries } from '../../compiler/profile.ts';

const CRS = `${process.env['SHARED_DATA'] ?? '../shared/data'}/crs`;
const RULES = `${CRS}/rules/*.conf`;
const programs = {
  tests: ['test/ftw/base.conf', `${CRS}/crs-setup.conf.example`, RULES],
  pl1: ['profiles/base.conf', 'profiles/pl1-setup.conf', RULES],
};

/**
 * Each looked at by hand. The repetitions have a measured attack (934170 only looks as if it had one: nothing
 * has to follow its loop, so it matches at once). `originating-IP` of 921160 stands behind t:lowercase, no
 * rule skips to the two markers, and six lists have entries twice.
 */
const KNOWN = [
  'REQUEST-920-PROTOCOL-ENFORCEMENT.conf exponential-regex',
  'REQUEST-920-PROTOCOL-ENFORCEMENT.conf unused-capture',
  'REQUEST-921-PROTOCOL-ATTACK.conf dead-alternative',
  'REQUEST-922-MULTIPART-ATTACK.conf exponential-regex',
  'REQUEST-922-MULTIPART-ATTACK.conf unused-capture',
  'REQUEST-949-BLOCKING-EVALUATION.conf unused-marker',
  'RESPONSE-959-BLOCKING-EVALUATION.conf unused-marker',
  'lfi-os-files.data repeated-line',
  'php-errors.data repeated-line',
  'restricted-files.data repeated-line',
  'restricted-upload.data repeated-line',
  'ssrf.data repeated-line',
  'unix-shell.data repeated-line',
];

for (const [name, entries] of Object.entries(programs)) {
  test(`${name}: no errors, no warnings, thirteen notices`, (t) => {
    if (!existsSync(CRS)) {
      t.skip(`${CRS} is absent`);
      return;
    }
    const { findings } = checkProfiles([profileOfEntries(name, entries)], disk);
    const levels = readLevels({ error: [], warn: [], notice: [], off: [] });
    assert.ok(levels.kind === 'Ok');
    const found = applyLevels(findings, levels.levels);
    assert.deepEqual(
      found.filter(({ severity }) => severity !== 'notice'),
      [],
    );
    const named = found.map(({ code, span }) => `${span.source.path.replace(/.*\//, '')} ${code}`);
    assert.deepEqual(named.toSorted(), KNOWN);
  });
}
