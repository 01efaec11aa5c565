/**
 * The page in a real Chromium, under its own policy: typed rules, findings, cost, TypeScript, a request with its trace,
 * links, files and the OWASP CRS. Skipped where there is no Chromium (CHROMIUM names one); SCREENSHOTS=folder keeps pictures.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { openFolder, type ServedFolder, skip } from '../helpers/chromium.ts';
import { commandLine, folderWith, portcullis } from '../helpers/command-line.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
/** Its own: the site's test builds dist/playground at the same time. */
const folder = mkdtempSync(join(tmpdir(), 'portcullis-playground-'));
const crs = process.env['CRS_DIR'] ?? join(project, '../shared/data/crs');
const screenshots = process.env['SCREENSHOTS'];
const asked: string[] = [];
let served: ServedFolder | undefined;
let browser: Browser | undefined;
let address = '';
/** Of every page: what its policy has refused, and errors of scripts. */
const complaints: string[] = [];

before(async () => {
  if (skip !== false) return;
  execFileSync('npx', ['tsx', 'scripts/playground.ts', folder], { cwd: project, stdio: 'ignore' });
  served = await openFolder(folder, asked);
  ({ address, browser } = served);
});

after(async () => {
  await served?.close();
  rmSync(folder, { recursive: true });
});

/** Chromium styles what is typed over a selection; the policy refuses that, and the editor renders the line anew. */
const OF_EDITING = /^Applying inline style/;

async function openPage(url: string, options: { readonly dark?: boolean } = {}): Promise<Page> {
  assert.ok(browser !== undefined);
  const page = await browser.newPage({
    viewport: { width: 1400, height: 900 },
    colorScheme: options.dark === true ? 'dark' : 'light',
  });
  page.setDefaultTimeout(45_000);
  page.on('console', (message) => {
    const isComplaint = ['error', 'warning'].includes(message.type());
    if (isComplaint && !OF_EDITING.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(url);
  return page;
}

async function keep(page: Page, name: string): Promise<void> {
  if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

/** Seconds of processor time that pages and their workers have taken: unlike the clock, the same under load. */
async function secondsUsed(): Promise<number> {
  assert.ok(browser !== undefined);
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  assert.ok(pages.length > 0);
  return pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

const rules = (page: Page) => page.getByRole('textbox', { name: 'Rules' });

async function type(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: label });
  await box.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

const until = (page: Page, selector: string, text: string | RegExp) =>
  page.locator(selector).filter({ hasText: text }).first().waitFor();

const ENGINE_ON = 'SecRuleEngine On\nSecRequestBodyAccess On\n';
const UNKNOWN = 'SecRuleEngine On\nSecRule ARGZ "@rx a" "id:1,phase:1,deny,log"\n';

test('typed rules are checked, compiled and run', { skip }, async (context) => {
  const page = await openPage(address);
  await until(page, '#result', 'Blocked with 403 by rule 1001');
  await until(page, '#trace', '1002 skipped: the phase ends at rule 1001');
  await keep(page, 'request');

  await context.test('findings have the texts of the command line', async () => {
    await type(page, 'Rules', UNKNOWN);
    await until(page, '#finding-list', 'Unknown variable ARGZ.');
    const expected = portcullis(folderWith({ 'rules.conf': UNKNOWN }), ['check', 'rules.conf']);
    assert.equal(await page.locator('#count').textContent(), expected.stdout.trim());
    const [item] = await page.locator('#finding-list li').allTextContents();
    const [head, , , hint] = expected.stderr.split('\n');
    const shown = /^(error) (rules\.conf:2:9) (.*) (\[unknown-variable\])(hint: .*)?$/.exec(
      item ?? '',
    );
    assert.equal(`${shown?.[2]}: ${shown?.[1]}: ${shown?.[3]} ${shown?.[4]}`, head);
    assert.equal(shown?.[5], hint?.trim());
    await until(page, '#result', 'The rules have errors');
  });

  await context.test('the keyboard reaches a finding, and the place it is about', async () => {
    await page.locator('#finding-list button').first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('X');
    await until(page, '#finding-list', 'Unknown variable XARGZ.');
  });

  await context.test('a rule is explained, its cost and its TypeScript are shown', async () => {
    await page.locator('#examples').selectOption('Scores instead of verdicts');
    await until(page, '#result', 'Blocked with 403 by rule 1104');
    await page.getByRole('tab', { name: 'Request' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('#trace button', { hasText: '1102' }).first().dispatchEvent('click');
    await until(page, '#rule', /Rule 1102, rules\.conf:\d+/);
    await keep(page, 'rule');
    await page.getByRole('tab', { name: 'Rule at the cursor' }).focus();
    await page.keyboard.press('ArrowRight');
    await until(page, '#costs tr', /1101.*@pm/);
    await keep(page, 'cost');
    await page.keyboard.press('ArrowRight');
    await page.locator('#module').selectOption('phase2.ts');
    await page.locator('#typescript').getByText('function rule1102').first().waitFor();
    await keep(page, 'typescript');
  });
  await page.close();
});

test('a link carries rules and request, and no server hears of them', { skip }, async () => {
  const page = await openPage(address);
  await until(page, '#result', 'Blocked');
  const own = 'SecRuleEngine On\nSecRule ARGS "@streq übung" "id:77,phase:1,deny,log,t:none"\n';
  await type(page, 'Rules', own);
  await type(page, 'Request', "curl 'https://a.example/?word=%C3%BCbung'");
  await until(page, '#result', 'by rule 77');
  await page.getByRole('button', { name: 'Copy a link' }).click();
  await until(page, '#link-status', 'address bar');
  const link = page.url();
  assert.match(link, /#v1=[\w-]+$/);
  asked.length = 0;
  const other = await openPage(link);
  await until(other, '#result', 'by rule 77');
  assert.match((await rules(other).textContent()) ?? '', /übung/);
  assert.deepEqual([...asked].sort(), ['/', '/playground.css', '/playground.js', '/sandbox.html']);
  await page.close();
  await other.close();
});

test('a link that is broken, or holds too much, shows the first example', { skip }, async () => {
  const bomb = execFileSync(process.execPath, [
    '-e',
    "process.stdout.write(require('zlib').deflateRawSync(Buffer.alloc(64<<20, 32)).toString('base64url'))",
  ]).toString();
  for (const fragment of ['#v1=AAAA', '#v1=%', `#v1=${bomb}`, '#other']) {
    const page = await openPage(address + fragment);
    await until(page, '#result', 'Blocked with 403 by rule 1001');
    await page.close();
  }
});

/** A script that names what it could do of a list that nobody in the frame may; `driver` calls may use eval, timers not. */
function reach(url: string, expressions: readonly string[]): string {
  const all = [
    ...expressions,
    'Function("return 1")()',
    `fetch(${JSON.stringify(url)})`,
    OWN_ORIGIN,
  ];
  const functions = all.map((each) => `[${JSON.stringify(each)}, () => ${each}]`);
  return `new Promise((resolve) => setTimeout(resolve)).then(async () => {
    const reached = [];
    for (const [name, run] of [${functions.join()}]) {
      try {
        await run();
        reached.push(name);
      } catch {}
    }
    return reached;
  })`;
}

/** Throws in an opaque origin. */
const OWN_ORIGIN = 'new URL(self.origin)';

test('what runs the rules has an origin of its own, and reaches nothing', { skip }, async () => {
  const page = await openPage(address);
  await until(page, '#result', 'Blocked');
  const frame = page.frames().find((each) => each.url().endsWith('/sandbox.html'));
  assert.ok(frame !== undefined);
  const reached = await frame.evaluate(
    reach(address, ['localStorage', 'document.cookie', 'parent.document']),
  );
  assert.deepEqual(reached, []);
  const [worker] = page.workers();
  assert.ok(worker !== undefined);
  assert.deepEqual(await worker.evaluate(reach(address, ['indexedDB.open("a").result'])), []);
  complaints.length = 0;
  await page.close();
});

test('it works from the disk, without a server', { skip }, async () => {
  const page = await openPage(pathToFileURL(join(folder, 'index.html')).href, { dark: true });
  await until(page, '#result', 'Blocked with 403 by rule 1001');
  await page.locator('#examples').selectOption('Mistakes and their diagnostics');
  await until(page, '#finding-list', 'Unknown variable ARGS_NAME.');
  await keep(page, 'findings-dark');
  await page.close();
});

test('files are opened, and those that are no UTF-8 keep their bytes', { skip }, async () => {
  const page = await openPage(address);
  await until(page, '#result', 'Blocked');
  const text = 'SecRule ARGS "@streq \xfc" "id:5,phase:1,deny,log,t:none"\n';
  const archive = zipSync({
    'site/extra.conf': Buffer.from(text, 'latin1'),
    'site/notes.bin': Buffer.from('none'),
  });
  await page.locator('#files').setInputFiles([
    { name: 'set.zip', mimeType: 'application/zip', buffer: Buffer.from(archive) },
    { name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('PK none') },
  ]);
  await until(page, '#link-status', '1 file opened');
  assert.equal(await page.locator('#entries').inputValue(), 'rules.conf\nsite/extra.conf');
  await type(page, 'Request', "curl 'https://a.example/?word=%FC'");
  await until(page, '#result', 'by rule 5');
  await page.close();
});

const noCrs = existsSync(join(crs, 'rules')) ? skip : `there is no CRS at ${crs}`;

/** Seconds of processor time in which the command line checks, compiles and runs the same, without a cache. */
function secondsOfCommandLine(members: Readonly<Record<string, Uint8Array>>): number {
  const files = Object.entries(members).map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString('latin1'),
  ]);
  const sandbox = folderWith({
    ...Object.fromEntries(files),
    'rules.conf': `${ENGINE_ON}Include crs/crs-setup.conf.example\nInclude crs/rules/*.conf\n`,
  });
  const words = ['run', '--entry', 'rules.conf', '--url', '/?id=1%27+or+1=1--'];
  const times = execFileSync(
    'sh',
    ['-c', '"$@" >/dev/null; times', 'sh', process.execPath, ...commandLine, ...words],
    { cwd: sandbox, encoding: 'utf8', env: { ...process.env, XDG_CACHE_HOME: sandbox } },
  );
  const [, children = ''] = times.split('\n');
  const [user, system] = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  return Number(user) + Number(system);
}

test('the OWASP CRS costs no more than on the command line', { skip: noCrs }, async (context) => {
  const page = await openPage(address);
  await until(page, '#result', 'Blocked');
  await type(page, 'Rules', ENGINE_ON);
  await until(page, '#result', 'Passed');
  const members = Object.fromEntries(
    [
      'crs-setup.conf.example',
      ...readdirSync(join(crs, 'rules')).map((name) => `rules/${name}`),
    ].map((name) => [`crs/${name}`, readFileSync(join(crs, name))]),
  );
  const buffer = Buffer.from(zipSync(members));
  const used = await secondsUsed();
  await page
    .locator('#files')
    .setInputFiles({ name: 'crs.zip', mimeType: 'application/zip', buffer });
  await until(page, '#result', 'by rule 949110');
  const seconds = (await secondsUsed()) - used;
  const status = (await page.locator('#status').textContent()) ?? '';
  context.diagnostic(status);
  const [, left, read] = /: (\d+) of (\d+) rules/.exec(status) ?? [];
  assert.ok(Number(read) > 500 && Number(left) > 100, status);
  const other = secondsOfCommandLine(members);
  const figures = `${seconds.toFixed(1)} s of processor time, ${other.toFixed(1)} s on the command line`;
  context.diagnostic(figures);
  assert.ok(seconds < 1.5 * other, figures);
  await keep(page, 'crs');
  await page.getByRole('tab', { name: 'Cost' }).click();
  await until(page, '#costs tr', '942100');
  await keep(page, 'crs-cost');
  await page.getByRole('button', { name: 'Copy a link' }).click();
  await until(page, '#link-status', 'too large for a link');
  await page.close();
});

test('no policy was broken, and no script has failed', { skip }, () => {
  assert.deepEqual(complaints, []);
});
