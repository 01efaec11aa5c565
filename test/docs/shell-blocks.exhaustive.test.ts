/** Every shell block of README.md and docs/ does what it says: each page runs from top to bottom in a copy. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { type Block, readBlocks } from './helpers/read-blocks.ts';
import { createScratch, PROJECT } from './helpers/scratch.ts';
import { missingLine } from './helpers/shown-lines.ts';

const SHELL = new Set(['sh', 'bash', 'shell', 'console']);
/** Blocks of these languages are no commands; any other word is a mistake. */
const OTHER = new Set([
  'apache',
  'text',
  'yaml',
  'json',
  'ini',
  'dockerfile',
  ...['nginx', 'caddyfile', 'haproxy'],
  'elisp',
  'lua',
  'toml',
  'ts',
  'js',
]);

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .toSorted(),
];
const blocks = pages.flatMap((page) => readBlocks(page, readFileSync(page, 'utf8')));
const shell = blocks.filter(({ language }) => SHELL.has(language));
const run = shell.filter(({ notRun }) => notRun === undefined);

test('blocks say what language they are in', () => {
  // Pages of subfolders have excerpts of rules and of output without one.
  const isExcerpt = ({ page, language }: Block) => language === '' && page.split('/').length > 2;
  const odd = blocks.filter(
    (block) => !SHELL.has(block.language) && !OTHER.has(block.language) && !isExcerpt(block),
  );
  assert.deepEqual(
    odd.map(({ page, line, language }) => `${page}:${line} ${language}`),
    [],
  );
  // A comment that no block follows would silence nothing.
  const comments = pages.flatMap(
    (page) => readFileSync(page, 'utf8').match(/^ *<!-- not run: /gm) ?? [],
  );
  assert.equal(comments.length, shell.length - run.length);
});

const built = ['dist/portcullis.mjs', 'dist/proxy.js'].every((path) => existsSync(path));

for (const page of new Set(run.map((block) => block.page))) {
  test(page, { skip: built ? false : 'dist/ is not built: make build' }, async () => {
    const scratch = await createScratch(PROJECT);
    try {
      for (const block of run.filter((each) => each.page === page)) {
        check(block, await scratch.run(block));
      }
    } finally {
      scratch.remove();
    }
  });
}

function check(block: Block, { exit, output }: { exit: number | null; output: string }): void {
  const where = `${block.page}:${block.line}\n${block.text}\n${output}`;
  assert.equal(exit, block.exit, where);
  const missing = missingLine(block.shows, output);
  assert.equal(missing, undefined, `the output lacks: ${missing}\n${where}`);
}

after(() => {
  const reasons = shell.flatMap(({ notRun }) => notRun ?? []);
  console.log(`shell blocks: ${run.length} run, ${reasons.length} not run`);
  for (const { page, line, notRun } of shell) {
    if (notRun !== undefined) console.log(`  not run: ${page}:${line}: ${notRun}`);
  }
});
