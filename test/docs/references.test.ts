/** Every link and citation leads somewhere: links of documents, and `docs/...` in documents, comments and tests. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const FOLDERS = ['compiler', 'runtime', 'rules', 'profiles', 'scripts', 'test', 'docs'];
/** Other people's files, fetched. */
const FETCHED = 'rules/crs/';
/** This file names what it refuses. */
const SELF = 'test/docs/references.test.ts';

type Text = { readonly path: string; readonly text: string };
type Reference = { readonly from: string; readonly file: string; readonly heading: string };

const paths = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/'),
    ),
  ),
].filter((path) => !path.startsWith(FETCHED) && path !== SELF);
const documents = read((path) => path.endsWith('.md'));
const sources = read((path) => path.endsWith('.ts'));
const others = read((path) => /\.(?:conf|json|ya?ml|cjs|mjs)$/.test(path));

function read(wanted: (path: string) => boolean): readonly Text[] {
  return paths
    .filter((path) => wanted(path) && statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Line breaks of comments go, so that a citation may stand anywhere in a paragraph. */
function commentsOf({ path, text }: Text): Text {
  const found = text.match(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [];
  return { path, text: found.join('\n').replace(/\n\s*(?:\*|\/\/) ?/g, ' ') };
}

/** Without code: what stands there shows syntax. */
function proseOf({ path, text }: Text): Text {
  return { path, text: text.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/`[^`\n]*`/g, '') };
}

/** `[text](path#heading)`, relative to the document. */
function linksOf(document: Text): readonly Reference[] {
  const links = proseOf(document).text.matchAll(/\]\(([^)\s]+)\)/g);
  return [...links]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', heading = ''] = target.split('#');
      const whole = file === '' ? document.path : normalize(join(dirname(document.path), file));
      return { from: document.path, file: whole, heading };
    });
}

/** `docs/page.md#heading`, also `docs/page.md#one, #two`; `docs/adr/0006` stands for the page that begins so. */
function citationsOf({ path, text }: Text): readonly Reference[] {
  const cited = text.matchAll(/(?<![\w/.-])docs\/([\w./-]*\w\/?)((?:(?:, )?#[\w-]+)*)/g);
  return [...cited].flatMap(([, page = '', headings = '']) => {
    const file = `docs/${page}`;
    const names = headings.match(/[\w-]+/g) ?? [''];
    return names.map((heading) => ({ from: path, file, heading }));
  });
}

/** As GitHub makes them of headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = readFileSync(file, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function isThere({ file, heading }: Reference): boolean {
  const found = existsSync(file) ? file : adr(file);
  if (found === undefined) return false;
  if (heading === '') return true;
  // `#L12` of a source file is not a heading.
  return found.endsWith('.md') ? anchorsOf(found).has(heading) : /^L\d+$/.test(heading);
}

function adr(file: string): string | undefined {
  const number = /^docs\/adr\/(\d{4})$/.exec(file)?.[1];
  const page = readdirSync('docs/adr').find((name) => name.startsWith(`${number}-`));
  return page === undefined ? undefined : `docs/adr/${page}`;
}

function assertAllThere(references: readonly Reference[]): void {
  const lost = references.filter((reference) => !isThere(reference));
  assert.deepEqual(
    lost.map(({ from, file, heading }) => `${from}: ${file}${heading && '#'}${heading}`),
    [],
  );
}

test('links of documents lead to files and headings', () => {
  const links = documents.flatMap(linksOf);
  assert.ok(links.length > 150, `${links.length} links`);
  assertAllThere(links);
  console.log(`${links.length} links in ${documents.length} documents`);
});

test('citations of docs/ in documents, comments and titles lead to files and headings', () => {
  const titles = sources.map(({ path, text }) => ({
    path,
    text: (text.match(/^ *test\(.*$/gm) ?? []).join('\n'),
  }));
  const texts = [...documents, ...sources.map(commentsOf), ...titles, ...others];
  const citations = texts.flatMap(citationsOf);
  const ofSpec = citations.filter(({ file }) => file.startsWith('docs/spec/'));
  assert.ok(ofSpec.length > 150, `${ofSpec.length} citations of docs/spec`);
  assertAllThere(citations);
  console.log(`${citations.length} citations, ${ofSpec.length} of docs/spec`);
});

/** Documents that readers of the repository do not have, and ids whose tables they cannot see. */
const OUTSIDE: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a specification', /(?<!docs\/)\bspec\/\w|\bspec: \w|\(spec\b/],
  [
    'its pages',
    /(?<![\w/.-])(?:seclang|crs|decisions|operations|security|speed|words|house)\.md\b/,
  ],
  ['its pages', /(?<![\w/.-])(?:service|libinjection)\.md (?:\d|\()/],
  ['design notes', /(?<![\w/])design\/|\bshared\/(?:design|spec)\b|\bthe brief\b/],
  ['a list of traps', /\b[Tt]raps? \d/],
  ['rows of a table', /\b[FHB]\d{1,2}(?=[:,)]| (?:and|is|of)\b)/],
];

/** `[F13, H9]`: rows of docs/spec/http.md, as titles name them. */
const BRACKETED_IDS = /\[[A-Z]\d{1,2}(?:, [A-Z]\d{1,2})*\]/g;
const LINK_TARGET = /\]\([^)]*\)/g;

test('nothing outside the repository is cited', () => {
  const comments = [...sources.map(commentsOf), ...others];
  // Within docs/spec pages cite each other by bare name; the tables with ids are there.
  const prose = documents.filter(({ path }) => !path.startsWith('docs/spec/')).map(proseOf);
  const found = [...comments, ...prose].flatMap(({ path, text }) => {
    const words = text.replace(BRACKETED_IDS, '').replace(LINK_TARGET, ']');
    return OUTSIDE.flatMap(([what, pattern]) => {
      const hit = pattern.exec(words);
      return hit === null ? [] : [`${path}: ${what}: ${words.slice(hit.index, hit.index + 60)}`];
    });
  });
  assert.ok(comments.length > 900 && prose.length > 100);
  assert.deepEqual(found, []);
  console.log(`${comments.length} sources and ${prose.length} documents cite nothing outside`);
});

test('a lost reference is seen', () => {
  const text =
    '[a](no-such.md) [b](spec/http.md#no-such) docs/spec/no.md docs/spec/http.md#framing, #no';
  const page = { path: 'docs/x.md', text };
  const lost = [...linksOf(page), ...citationsOf(page)].filter((each) => !isThere(each));
  assert.equal(lost.length, 4);
  assert.ok(OUTSIDE.some(([, pattern]) => pattern.test('see spec/service.md 4.2')));
});
