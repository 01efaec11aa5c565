/**
 * `make docs`: builds the documents as a site in dist/docs/VERSION, with search and the playground. Folders of
 * other versions stay, and dist/docs/index.html lists all of them. Dead links fail the build.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { VERSION } from '#compiler/version.ts';
import { deadLinks } from './docs-site/check-links.ts';
import { sidebarOf } from './docs-site/sidebar.ts';
import { sitePath, stagePages } from './docs-site/stage.ts';
import { versionsIn, versionsPage } from './docs-site/versions.ts';

const SOURCE = 'scripts/docs-site';
/** The generator with its packages. It is not beside its sources, where the tests would find files of packages. */
const SITE = 'dist/docs-site';
const ROOT = 'dist/docs';
const STAGE = 'dist/docs-site/stage';
/** The path under which dist/docs is served. */
const ABOVE = process.env['DOCS_BASE'] ?? '/';

const out = join(ROOT, VERSION);
const base = `${ABOVE}${VERSION}/`;

function isDocument(path: string): boolean {
  return /\.(?:md|svg|png|json|ya?ml)$/.test(path);
}

/** Returns the files of docs/ and the pages beside it. */
function documentFiles(): readonly string[] {
  const inside = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter(isDocument);
  return [
    ...inside,
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
  ].toSorted();
}

function stage(): void {
  const files = documentFiles();
  const documents = files
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const pages = stagePages(documents, (path) => files.includes(path));
  rmSync(STAGE, { recursive: true, force: true });
  for (const { path, text } of pages) write(`${STAGE}/pages/${path}`, text);
  for (const path of files.filter((each) => !each.endsWith('.md'))) {
    const copy = `${STAGE}/pages/${path.endsWith('.svg') || path.endsWith('.png') ? '' : 'public/'}${sitePath(path)}`;
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(path, copy);
  }
  cpSync('dist/playground', `${STAGE}/pages/public/playground`, { recursive: true });
  const versions = versionsIn(ROOT, VERSION).map((version) => ({
    text: version,
    // The generator prefixes the folder of this version.
    link: `/../${version}/`,
    target: '_self',
  }));
  write(`${STAGE}/site.json`, JSON.stringify({ sidebar: sidebarOf(pages), versions }));
  console.log(`${pages.length} pages`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function buildSite(): void {
  rmSync(out, { recursive: true, force: true });
  const env = {
    ...process.env,
    STAGE: resolve(STAGE),
    OUT: resolve(out),
    CACHE: resolve('dist/docs-site/cache'),
    BASE: base,
    VERSION,
  };
  execFileSync(join(SITE, 'node_modules/.bin/vitepress'), ['build', SITE], {
    env,
    stdio: 'inherit',
  });
  write(join(ROOT, 'index.html'), versionsPage(versionsIn(ROOT, VERSION)));
}

function checkLinks(): void {
  const dead = deadLinks(out, base);
  for (const { page, target } of dead) console.error(`${page}: nothing is at ${target}`);
  if (dead.length > 0) process.exit(1);
}

/** Installs the generator again when the lock file has changed. */
function installGenerator(): void {
  const lock = readFileSync(join(SOURCE, 'package-lock.json'), 'utf8');
  const installed = join(SITE, 'node_modules');
  const known = join(SITE, 'package-lock.json');
  const isFresh = existsSync(installed) && readFileSync(known, 'utf8') === lock;
  mkdirSync(SITE, { recursive: true });
  cpSync(SOURCE, SITE, { recursive: true });
  if (isFresh) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', SITE], { stdio: 'inherit' });
}

installGenerator();
stage();
buildSite();
checkLinks();
console.log(`${out}/index.html: serve ${ROOT} at ${ABOVE}`);
