/** Scripts start programs by path, which no compiler checks. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const PATH = /'((?:compiler|runtime|scripts|test)\/[\w./-]+\.(?:ts|mjs|cjs|sh))'/g;

test('every program that a script starts by path exists', () => {
  const scripts = readdirSync('scripts', { recursive: true, encoding: 'utf8' });
  const paths = scripts
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...readFileSync(join('scripts', name), 'utf8').matchAll(PATH)])
    .map(([, path]) => path ?? '');
  assert.ok(paths.length >= 4, `${paths.length} paths`);
  assert.deepEqual(
    paths.filter((path) => !existsSync(path)),
    [],
  );
});
