/** Names and paths from the network in exclusions: as they are when they are plain, otherwise as escaped expressions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ANY_SEGMENT,
  quoteFolder,
  quoteKey,
  quoteKeyShape,
  quotePath,
  quotePathShape,
  shown,
  VARIES,
} from '#compiler/cli/commands/tune/quote.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { rowTitle } from '../../helpers/row-title.ts';

type Quote = (text: string) => string | undefined;

const long = (start: string, length: number): string => start + 'a'.repeat(length - start.length);

const rows: readonly (readonly [quote: Quote, text: string, quoted: string | undefined])[] = [
  [quoteKey, 'user_name-1.x', 'user_name-1.x'],
  [quoteKey, '.x', '/^\\.x$/'],
  [quoteKey, 'a"b', '/^a\\x22b$/'],
  [quoteKey, "a'b,c|d;e/f", '/^a\\x27b\\x2cc\\x7cd\\x3be\\x2ff$/'],
  [quoteKey, 'a\n\\\xe9', '/^a\\x0a\\x5c\\xe9$/'],
  [quoteKey, '', '/^$/'],
  [quoteKey, long('', 200), long('', 200)],
  [quoteKey, long('', 201), undefined],
  [quoteKeyShape, `item[${VARIES}].name`, '/^item\\x5b[0-9]+\\x5d\\.name$/'],
  [quoteKeyShape, long(VARIES, 201), undefined],
  [quotePath, '/a/b-c_d~1.php', '@streq /a/b-c_d~1.php'],
  [quotePath, '/a b/%{TX.0}', '@rx ^/a\\x20b/\\x25\\x7bTX\\.0\\x7d$'],
  [quotePath, 'a', '@rx ^a$'],
  [quotePath, long('/', 200), `@streq ${long('/', 200)}`],
  [quotePath, long('/', 201), undefined],
  [quotePathShape, `/a/${VARIES}/b.c`, '@rx ^/a/[0-9A-Fa-f-]+/b\\.c$'],
  [quotePathShape, `/a/${ANY_SEGMENT}/${VARIES}`, '@rx ^/a/[^/]+/[0-9A-Fa-f-]+$'],
  [quotePathShape, long(VARIES, 201), undefined],
  [quoteFolder, '/a/b/', '@beginsWith /a/b/'],
  [quoteFolder, '/a"/', '@rx ^/a\\x22/'],
  [quoteFolder, long('/', 201), undefined],
];

test('names and paths as SecLang', async (t) => {
  for (const [quote, text, quoted] of rows) {
    await t.test(rowTitle(`${quote.name} ${text.slice(0, 30)}`), () => {
      const result = quote(text);
      assert.equal(result, quoted);
      if (result === undefined) return;
      const [key, operator] = result.startsWith('@') ? ['a', result] : [result, '@rx x'];
      const rule = `SecRule ARGS:${key} "${operator}" "id:1,phase:1,deny,log"`;
      const control = `SecAction "id:2,phase:1,pass,nolog,ctl:ruleRemoveTargetById=3;ARGS:${key}"`;
      const last = 'SecRule ARGS "@rx x" "id:3,phase:1,deny,log"';
      const { diagnostics } = compileText(`SecRuleEngine On\n${rule}\n${control}\n${last}`);
      assert.deepEqual(diagnostics, []);
    });
  }
  assert.equal(rows.length, 21);
});

test('texts for people: printable, on one line, and cut when they are long', () => {
  assert.equal(shown('a b~'), 'a b~');
  assert.equal(shown('a\n\\x\xe9\x7f'), 'a\\x0a\\x5cx\\xe9\\x7f');
  assert.equal(shown(long('', 60)), long('', 60));
  assert.equal(shown(long('', 61)), `${long('', 60)}...`);
});
