/** The whole corpus: every small rule set, the built-in rules, the OWASP CRS where it is, at debug log levels that differ in what is emitted. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkPrograms, ruleSets, smallRules, variantsOf } from './programs.ts';

/** The others emit what level 0 emits: programs.test.ts. */
const LEVELS = [0, 9];
const project = fileURLToPath(new URL('../../../', import.meta.url));

test('every small rule set is refused, or emits code that type-checks', (t) => {
  const counts = checkPrograms(smallRules().flatMap((rules) => variantsOf(rules, LEVELS)));
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.compiled > 2000 && counts.emptied > 500, JSON.stringify(counts));
});

test('the built-in rules emit code that type-checks', (t) => {
  const counts = checkPrograms(
    ruleSets(`${project}rules`).flatMap((each) => variantsOf(each, LEVELS)),
  );
  t.diagnostic(JSON.stringify(counts));
  assert.deepEqual(counts.refused, 0);
});

const data = process.env['SHARED_DATA'] ?? `${project}../shared/data`;
const crs = process.env['CRS_DIR'] ?? `${data}/crs`;
const skip = existsSync(`${crs}/rules`) ? false : `no OWASP CRS in ${crs}`;

test('the OWASP CRS emits code that type-checks', { skip }, (t) => {
  const counts = checkPrograms(
    ruleSets(`${crs}/rules`).flatMap((each) => variantsOf(each, LEVELS)),
  );
  t.diagnostic(JSON.stringify(counts));
  assert.deepEqual(counts.refused, 0);
});
