/** `npx tsx scripts/report-screenshots.ts`: makes the pictures of docs/report.md with Chromium (CHROMIUM=program). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { madeUpLog } from './report/made-up-log.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const SIZE = { width: 1100, height: 1040 };

async function draw(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForSelector('.columns svg.plot');
  await page.screenshot({ path: 'docs/images/report.png' });
  await page.locator('.choosable > rect').nth(25).click();
  await page.waitForSelector('dialog[open]');
  await page.setViewportSize({ width: SIZE.width, height: 620 });
  await page.screenshot({ path: 'docs/images/report-requests.png' });
}

const folder = mkdtempSync(join(tmpdir(), 'portcullis-report-'));
try {
  const log = join(folder, 'audit.log');
  const html = join(folder, 'report.html');
  writeFileSync(log, [...madeUpLog(40)].join(''));
  const periods = ['--period', '2026-11-15..2026-11-21', '--compare', '2026-11-08..2026-11-14'];
  const words = ['dist/portcullis.mjs', 'report', log, '--html', html, ...periods];
  execFileSync(process.execPath, words, { stdio: 'inherit' });
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
    ].concat(['--disable-background-networking', '--disable-component-update', '--disable-sync']),
  });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
    await draw(page, pathToFileURL(html).href);
  } finally {
    await browser.close();
  }
} finally {
  rmSync(folder, { recursive: true });
}
