/**
 * The page of `portcullis report` in Chromium: charts, keyboard, tables, dark mode, and that nothing out of a log becomes
 * markup. Skips, and says so, where there is no Chromium (CHROMIUM names one).
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { pageProblem } from '#compiler/cli/commands/report/html.ts';
import { startChromium, skip as withoutChromium } from '../../helpers/chromium.ts';
import { folderWith, portcullis } from '../../helpers/command-line.ts';
import { RULES } from '../tune/helpers.ts';
import { auditLine } from './helpers.ts';

const skip = withoutChromium || (pageProblem() ?? false);

/** Each sets a global, or loads something, when it is taken for markup, in whatever context. */
const MARKUP = [
  '<img src=x onerror="globalThis.injected=1">',
  '</script><script>globalThis.injected=1</script>',
  '<svg onload=globalThis.injected=1>',
  '<!--<script>',
  '"><iframe src=//evil.example>',
  "javascript:globalThis.injected=1//'",
  '\u2028globalThis.injected=1',
  '\u202egnp.exe',
];

function logText(): string {
  const lines: string[] = [];
  for (let index = 0; index < 60; index += 1) {
    const day = index % 2 === 0 ? '2026-11-08' : '2026-11-01';
    const text = MARKUP[index % MARKUP.length] ?? '';
    lines.push(
      auditLine({
        time: `${day}T${String(index % 24).padStart(2, '0')}:00:00Z`,
        isBlocked: index % 3 === 0,
        client: index % 5 === 0 ? text : `192.0.2.${index % 7}`,
        host: index % 4 === 0 ? text : 'shop.example',
        uri: `/${text}?password=hunter2&q=${text}`,
        agent: text,
        matches: [
          {
            id: '942000',
            message: `SQL ${text}`,
            data: `x found within ARGS:q: ${text}`,
            tags: [text],
          },
          { id: '911000', data: 'x found within ARGS:password: hunter2' },
        ],
      }),
    );
  }
  for (let client = 0; client < 12; client += 1)
    lines.push(
      auditLine({
        time: '2026-11-08T12:00:00Z',
        client: `198.51.100.${client}`,
        uri: "/search?q=it's",
        matches: [{ id: '942000', data: "x found within ARGS:q: it's", tags: [MARKUP[0] ?? ''] }],
      }),
    );
  return `${lines.join('\n')}\n`;
}

let browser: Browser | undefined;
let address = '';

const folder = folderWith({ 'rules.conf': RULES });

before(async () => {
  if (skip !== false) return;
  writeFileSync(join(folder, 'audit.log'), logText());
  const words = ['report', 'audit.log', '--entry', 'rules.conf', '--html', 'out.html'];
  const compared = ['--period', '2026-11-08..', '--compare', '2026-11-01..2026-11-07'];
  const { status, stderr } = portcullis(folder, [...words, ...compared]);
  assert.equal(status, 0, stderr);
  address = pathToFileURL(join(folder, 'out.html')).href;
  browser = await startChromium();
});

after(() => browser?.close());

/** What the page logs, throws and loads; it should be nothing. */
async function open(
  options: { readonly colorScheme?: 'dark'; readonly width?: number } = {},
): Promise<{ readonly page: Page; readonly events: readonly string[] }> {
  assert.ok(browser);
  const { width = 1280, ...others } = options;
  const page = await browser.newPage({ viewport: { width, height: 900 }, ...others });
  const events: string[] = [];
  page.on('console', (message) => events.push(`console: ${message.text()}`));
  page.on('pageerror', ({ message }) => events.push(`error: ${message}`));
  page.on('request', (request) => {
    if (request.url() !== address) events.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => events.push(`dialog: ${dialog.message()}`));
  await page.goto(address);
  await page.waitForSelector('section:last-child .choosable > rect, .columns svg.plot');
  await page.waitForFunction("document.querySelectorAll('svg.plot').length === 7");
  return { page, events };
}

const BARS = '.choosable > rect';

test('charts of time, rule, tag, host, path and client, without a word of complaint', {
  skip,
}, async () => {
  const { page, events } = await open();
  const headings = await page.locator('h2').allTextContents();
  const charts = ['Over time', 'Rules', 'Tags', 'Hosts', 'Paths', 'Countries', 'Clients'];
  assert.deepEqual(headings.slice(0, 7), charts);
  assert.deepEqual(headings.slice(7, 9), ['Likely false alarms', 'Logs']);
  const labels = await page
    .locator(BARS)
    .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('aria-label') ?? ''));
  assert.ok(labels.length > 20);
  assert.ok(
    labels.every((label) => /: [\d,]+ blocked, [\d,]+ detected(?:; before: .*)?$/.test(label)),
  );
  assert.deepEqual(events, []);
  await page.close();
});

test('text of requests, headers and rules stays text', { skip }, async () => {
  const { page, events } = await open();
  assert.equal(await page.evaluate<boolean>("'injected' in globalThis"), false);
  assert.equal(await page.locator('img, iframe, object, embed, link, a').count(), 0);
  assert.equal(await page.locator('script').count(), 2);
  for (const index of await page
    .locator('.columns section')
    .evaluateAll((all) => all.map((_, at) => at))) {
    const section = page.locator('.columns section').nth(index);
    if ((await section.locator(BARS).count()) === 0) continue;
    await section.locator(BARS).first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    const text = (await dialog.textContent()) ?? '';
    assert.ok(!text.includes('hunter2'), text);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  const text = (await page.locator('main').textContent()) ?? '';
  assert.ok(text.includes(MARKUP[0] ?? '-'), 'the markup is there to be read');
  assert.ok(!/[\u2028\u202e]/.test(text));
  assert.equal(await page.evaluate<boolean>("'injected' in globalThis"), false);
  assert.deepEqual(events, []);
  await page.close();
});

test('a script that gets in after all is refused by the policy', { skip }, async () => {
  const { page } = await open();
  const outcome = await page.evaluate(`(() => {
    const script = document.createElement('script');
    try {
      script.textContent = 'globalThis.injected = 1';
      document.body.append(script);
    } catch {
      // Trusted Types refuse the text already.
    }
    try {
      document.body.innerHTML = '<p>';
      return 'markup taken';
    } catch {
      return 'injected' in globalThis ? 'script run' : 'refused';
    }
  })()`);
  assert.equal(outcome, 'refused');
  await page.close();
});

test('by keyboard: one tab stop a chart, arrows, Enter opens the requests, Escape returns', {
  skip,
}, async () => {
  const { page, events } = await open();
  const focused = (): Promise<string> =>
    page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''");
  await page.keyboard.press('Tab');
  assert.match(await focused(), /^This period: 2026-11-08 /);
  await page.keyboard.press('ArrowRight');
  const second = await focused();
  assert.match(second, /^This period: 2026-11-08 /);
  await page.keyboard.press('Enter');
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  assert.equal(await dialog.locator('h2').textContent(), second.replace(/: [\d,]+ blocked.*/, ''));
  assert.match((await dialog.textContent()) ?? '', /Secrets are masked/);
  assert.ok((await dialog.locator('tbody tr').count()) > 0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focused(), second);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate<string>('document.activeElement?.tagName'), 'SUMMARY');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'This period');
  await page.keyboard.press('Tab');
  assert.match(await focused(), /^Requests of 2026-11-08 /);
  assert.deepEqual(events, []);
  await page.close();
});

test('likely false alarms are listed with their exclusion', { skip }, async () => {
  const { page } = await open();
  const section = page.locator('section', { hasText: 'Likely false alarms' });
  const text = (await section.textContent()) ?? '';
  assert.match(text, /942000 at ARGS:q/);
  assert.match(text, /SecRuleUpdateTargetById 942000 "!ARGS:q"/);
  await page.close();
});

type Colors = {
  readonly card: string;
  readonly texts: readonly string[];
  readonly bars: readonly string[];
};

/** `rgb(1, 2, 3)` as its relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('both modes have contrast: 4.5 for text, 3 for bars; no scroll bar on a phone', {
  skip,
}, async () => {
  for (const colorScheme of [undefined, 'dark'] as const) {
    const { page, events } = await open({ width: 400, ...(colorScheme && { colorScheme }) });
    const colors = await page.evaluate<Colors>(`(() => {
      const colorOf = (name) => {
        const probe = document.body.appendChild(document.createElement('p'));
        probe.style.color = 'var(--' + name + ')';
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      };
      return {
        card: colorOf('card'),
        texts: ['ink', 'quiet'].map(colorOf),
        bars: ['blocked', 'detected'].map(colorOf),
      };
    })()`);
    for (const text of colors.texts) assert.ok(contrast(text, colors.card) >= 4.5, text);
    for (const bar of colors.bars) assert.ok(contrast(bar, colors.card) >= 3, bar);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(wide <= 400, String(wide));
    assert.deepEqual(events, []);
    await page.close();
  }
});
