/** The site of the documents, built and looked at in Chromium: pages, pictures, search, versions and the playground. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { VERSION } from '#compiler/version.ts';
import { openFolder, type ServedFolder, skip } from '../helpers/chromium.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(project, 'dist/docs');
const older = join(folder, '0.0.1');

const asked: string[] = [];
let served: ServedFolder | undefined;
let browser: Browser | undefined;
let address = '';

before(async () => {
  if (skip !== false) return;
  mkdirSync(older, { recursive: true });
  writeFileSync(join(older, 'index.html'), '<h1>Documents of 0.0.1</h1>');
  execFileSync('make', ['docs'], { cwd: project, stdio: 'ignore' });
  served = await openFolder(folder, asked);
  ({ address, browser } = served);
});

after(async () => {
  await served?.close();
  rmSync(older, { recursive: true, force: true });
});

async function openPage(path: string): Promise<Page> {
  assert.ok(browser !== undefined);
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(45_000);
  await page.goto(address + path);
  return page;
}

test('the first page is that of the newest version', { skip }, async () => {
  const page = await openPage('');
  await page.waitForURL(`**/${VERSION}/`);
  await page.getByRole('heading', { name: 'Documentation' }).waitFor();
  await page.close();
});

test('a version that was built before stays, and the menu leads to it', { skip }, async () => {
  const page = await openPage(`${VERSION}/tls.html`);
  await page.getByRole('button', { name: VERSION }).hover();
  await page.getByRole('link', { name: '0.0.1', exact: true }).click();
  await page.getByRole('heading', { name: 'Documents of 0.0.1' }).waitFor();
  await page.close();
});

test('the search finds a setting', { skip }, async () => {
  const page = await openPage(`${VERSION}/`);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.locator('#localsearch-input').fill('BACKEND_BALANCE');
  await page.locator('.results li').filter({ hasText: 'Backends' }).first().click();
  await page.waitForURL(/backends\.html/);
  await page.close();
});

test('pictures are shown', { skip }, async () => {
  const page = await openPage(`${VERSION}/benchmarks.html`);
  const picture = page.locator('main img').first();
  await picture.waitFor();
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  assert.ok(width > 300 && height > 100, `${width} x ${height}`);
  assert.ok(
    asked.some((url) => url.endsWith('.svg')),
    'the picture is a file',
  );
  await page.close();
});

test('the playground is a page of the site', { skip }, async () => {
  const page = await openPage(`${VERSION}/`);
  await page.getByRole('link', { name: 'Playground', exact: true }).first().click();
  await page.locator('#result').filter({ hasText: 'Blocked with 403' }).waitFor();
  await page.close();
});

test('nothing of a page was missing', { skip }, () => {
  const missing = asked.filter((url) => !url.endsWith('favicon.ico')).filter(isMissing);
  assert.ok(asked.length > 20);
  assert.deepEqual(missing, []);
});

function isMissing(url: string): boolean {
  return !existsSync(join(folder, decodeURIComponent(new URL(url, address).pathname)));
}
