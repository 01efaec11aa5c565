/** Every row of the tables of docs/spec/http.md has a test that names it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDERS = ['../proxy/', '../proxy/helpers/', '../e2e/', '../e2e/helpers/'];
/** Tables of docs/spec/http.md: each row begins with its id. */
const ROW = /^\| ([A-Z]\d{1,2}) \|/gm;
const page = readFileSync(
  fileURLToPath(new URL('../../docs/spec/http.md', import.meta.url)),
  'utf8',
);

/** Sources without what does not run: comments, and this file. */
function sources(): readonly { readonly name: string; readonly text: string }[] {
  return FOLDERS.flatMap((folder) => {
    const path = fileURLToPath(new URL(folder, import.meta.url));
    return readdirSync(path)
      .filter((name) => name.endsWith('.ts') && name !== 'coverage.test.ts')
      .map((name) => ({
        name,
        text: readFileSync(path + name, 'utf8').replace(/^\s*(?:\/?\*|\/\/).*$/gm, ''),
      }));
  });
}

const SKIP = /\b(?:test|t)\.(?:skip|todo|only)\(|\bskip: /;
/** Without Linux, the OWASP CRS, curl, promtool, h2spec, nginx, the right to mount, load balancers or an old Node, and without `make build`. */
const MAY_SKIP = [
  'bundled-profiles.exhaustive.test.ts',
  'decision-fronts.test.ts',
  'decisions.timing.test.ts',
  'http2-ftw.exhaustive.test.ts',
  'http2-h2spec.test.ts',
  'http2.test.ts',
  'vanished-peers.test.ts',
  'demo.test.ts',
  'full-disk.test.ts',
  'load-balancers.test.ts',
  'metrics.test.ts',
  'node-release.test.ts',
  // When the machine is too busy to measure two percent.
  'shadow.timing.test.ts',
  'built.ts',
];
/** At the end of a test's title, or of the name of a row that a test runs through. */
const IDS = /\[((?:[A-Z]\d{1,2}(?:, )?)+)\][`'"]/g;

function namedIds(): ReadonlySet<string> {
  const found = sources().flatMap(({ text }) => [...text.matchAll(IDS)]);
  return new Set(found.flatMap(([, ids = '']) => ids.split(', ')));
}

test('every row has a test that names it', () => {
  const named = namedIds();
  const rows = [...page.matchAll(ROW)].map(([, id = '']) => id);
  assert.equal(rows.length, 70);
  assert.deepEqual(
    rows.filter((row) => !named.has(row)),
    [],
  );
  assert.deepEqual(
    [...named].filter((id) => !rows.includes(id)),
    [],
    'titles name rows that the page has',
  );
  const skipping = sources().filter(({ text }) => SKIP.test(text));
  assert.deepEqual(
    skipping.map(({ name }) => name),
    MAY_SKIP,
    'a test that does not run shows nothing',
  );
  console.log(`${rows.length} rows of the tables, each named by a test`);
});
