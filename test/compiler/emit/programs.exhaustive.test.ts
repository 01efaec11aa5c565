/** The whole corpus: every small rule set, the built-in rules, the OWASP CRS where it is, at every debug log level. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkPrograms, ruleSets, smallRules, variantsOf } from './programs.ts';

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const project = fileURLToPath(new URL('../../../', import.meta.url));

test('every small rule set', (t) => {
  const counts = checkPrograms(smallRules().flatMap((rules) => variantsOf(rules, [0, 3, 9])));
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.compiled > 2000 && counts.emptied > 500, JSON.stringify(counts));
});

test('the built-in rules', (t) => {
  const counts = checkPrograms(
    ruleSets(`${project}rules`).flatMap((each) => variantsOf(each, LEVELS)),
  );
  t.diagnostic(JSON.stringify(counts));
  assert.deepEqual(counts.refused, 0);
});

const data = process.env['SHARED_DATA'] ?? `${project}../shared/data`;
const crs = process.env['CRS_DIR'] ?? `${data}/crs`;
const skip = existsSync(`${crs}/rules`) ? false : `no OWASP CRS in ${crs}`;

test('the OWASP CRS', { skip }, (t) => {
  const counts = checkPrograms(
    ruleSets(`${crs}/rules`).flatMap((each) => variantsOf(each, [0, 9])),
  );
  t.diagnostic(JSON.stringify(counts));
  assert.deepEqual(counts.refused, 0);
});
