/** The page: what comes out of a log stays text, and its policy allows its own script and style alone. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { pageProblem, reportPage } from '#compiler/cli/commands/report/html.ts';
import { EMPTY } from './helpers.ts';

const skip = pageProblem() ?? false;

/** The text between tags, as an HTML parser takes it: a script ends at the first `</script`. */
function textOf(page: string, start: string, end: string): string {
  const from = page.indexOf(start) + start.length;
  return page.slice(from, page.indexOf(end, from));
}

test('no text of a log ends the data block', { skip }, () => {
  const attacks = [
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]>',
    '\u2028\u2029',
    '&lt;',
    '"\\',
  ];
  const requests = attacks.map((uri) => ({
    ...({
      outcome: 'blocked',
      id: '',
      client: '',
      country: '',
      method: '',
      host: '',
      agent: '',
    } as const),
    ...{ uri, status: 403, rules: [], more: 0 },
  }));
  const page = reportPage({ ...EMPTY, requests });
  assert.equal(page.split('</script').length, 3);
  assert.equal(page.split('<script').length, 3);
  assert.ok(!/[\u2028\u2029]|<!--/.test(page));
  const data = textOf(page, '<script type="application/json" id="report">', '</script');
  assert.deepEqual(JSON.parse(data).requests, requests);
});

test('the policy names the hash of the script and of the style, and nothing else', { skip }, () => {
  const page = reportPage(EMPTY);
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
  const hash = (text: string): string =>
    `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  assert.deepEqual(policy?.split('; '), [
    "default-src 'none'",
    `script-src ${hash(textOf(page, '<script>', '</script'))}`,
    `style-src ${hash(textOf(page, '<style>', '</style'))}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  assert.ok(!/ (?:src|href|style|on\w+)=/.test(page.replace(/<script[\s\S]*?<\/script>/g, '')));
});
