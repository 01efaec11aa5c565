/** What becomes of the documents on their site: pages, links, groups, versions, and how a dead link is found. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deadLinks } from '#scripts/docs-site/check-links.ts';
import { sidebarOf } from '#scripts/docs-site/sidebar.ts';
import { sitePath, stagePages } from '#scripts/docs-site/stage.ts';
import { versionsIn, versionsPage } from '#scripts/docs-site/versions.ts';
import { folderWith } from '../helpers/command-line.ts';

const staged = (text: string, path = 'docs/codes/a.md'): string | undefined =>
  stagePages(
    [
      { path, text },
      { path: 'docs/tls.md', text: '# Certificates\n' },
    ],
    (each) => existsSync(each) || each === path,
  )[0]?.text;

const rows: readonly (readonly [text: string, expected: string])[] = [
  ['[TLS](../tls.md#own)', '[TLS](../tls.md#own)'],
  ['[tls.md](../tls.md)', '[Certificates](../tls.md)'],
  ['[all](README.md)', '[all](./index.md)'],
  ['[how](../../ARCHITECTURE.md)', '[how](../ARCHITECTURE.md)'],
  ['[file](../../no/such-file.ts)', 'file'],
  ['[other](https://a.example/x.md)', '[other](https://a.example/x.md)'],
  ['[here](#wrong)', '[here](#wrong)'],
  ['![A picture](../images/architecture.svg)', '![A picture](../images/architecture.svg)'],
  ['<!-- not run: REASON -->\ntext', 'text'],
  ['```\n[tls.md](../tls.md)\n```', '```\n[tls.md](../tls.md)\n```'],
];

test('links of the documents follow their pages', async (context) => {
  for (const [text, expected] of rows) {
    await context.test(text.replaceAll('\n', ' '), () => assert.equal(staged(text), expected));
  }
  assert.equal(rows.length, 10);
});

test('every page of docs/ is in the sidebar', () => {
  const names = readdirSync('docs', { recursive: true, encoding: 'utf8' });
  const documents = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ path: `docs/${name}`, text: readFileSync(`docs/${name}`, 'utf8') }));
  const pages = stagePages(documents, existsSync);
  const links = sidebarOf(pages).flatMap(({ items }) => items.map(({ link }) => link));
  assert.ok(documents.length > 100);
  assert.equal(links.length, documents.length - 1, 'all but the first page');
  assert.equal(new Set(links).size, links.length);
  assert.equal(sitePath('docs/codes/README.md'), 'codes/index.md');
});

test('a link to no file, to no heading or to no version is dead', () => {
  const folder = folderWith({
    '2.0.0/index.html': `
      <a href="/x/2.0.0/a.html#there">a</a> <a href="./a.html">a</a> <a href="b/">b</a> <a href="#own">own</a>
      <a href="/x/2.0.0/../1.0.0/">older</a> <a href="https://other.example/">other</a> <h1 id="own">own</h1>
      <a href="/x/2.0.0/a.html#gone">a</a> <a href="none.html">a</a> <a href="/x/2.0.0/../0.9.0/">none</a>
      <img src="./none.svg">`,
    '2.0.0/a.html': '<h2 id="there">There</h2>',
    '2.0.0/b/index.html': '<a href="../a">a</a> <a href="../../../../etc/passwd">out</a>',
    '1.0.0/index.html': '',
  });
  assert.deepEqual(deadLinks(`${folder}/2.0.0`, '/x/2.0.0/').toSorted(byTarget), [
    { page: 'b/index.html', target: '../../../../etc/passwd' },
    { page: 'index.html', target: './none.svg' },
    { page: 'index.html', target: '/x/2.0.0/../0.9.0/' },
    { page: 'index.html', target: '/x/2.0.0/a.html#gone' },
    { page: 'index.html', target: 'none.html' },
  ]);
  assert.throws(() => deadLinks(`${folder}/1.0.0/none`, '/'));
});

type Dead = ReturnType<typeof deadLinks>[number];

function byTarget(left: Dead, right: Dead): number {
  return left.target < right.target ? -1 : 1;
}

test('folders of other versions are listed, the newest first', () => {
  const folder = folderWith({ '0.9.0/index.html': '', '0.10.0/index.html': '', 'other/a': '' });
  assert.deepEqual(versionsIn(folder, '0.9.1'), ['0.10.0', '0.9.1', '0.9.0']);
  assert.match(versionsPage(['0.10.0', '0.9.1']), /url=0\.10\.0\/[\s\S]*href="0\.9\.1\/"/);
});
