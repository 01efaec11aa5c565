/** Bodies with long values: the program whose rules are called only when they may match finds what the one without passes finds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomProse } from '#compiler/cli/commands/bench/random.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { matchesOf } from '../../helpers/matches-of.ts';

const LISTS = [
  't:none',
  't:lowercase',
  't:urlDecodeUni',
  't:urlDecodeUni,t:htmlEntityDecode,t:jsDecode',
  't:cmdLine',
  't:replaceComments,t:removeWhitespace',
  'multiMatch,t:urlDecodeUni,t:base64Decode,t:lowercase',
  't:hexEncode',
];
const TARGETS = ['ARGS', 'ARGS_NAMES|ARGS|REQUEST_BODY', 'ARGS:b|XML:/*'];
const EXPRESSIONS = [
  'sel(?:ect|dom) ',
  '(?:<script|alert\\()',
  '[`$]\\(',
  '/etc/passwd',
  '6e6f6465',
];
const RULES = LISTS.flatMap((list, row) =>
  EXPRESSIONS.flatMap((expression, column) =>
    TARGETS.map((targets, layer) => {
      const id = 1 + row * 100 + column * 10 + layer;
      return `SecRule ${targets} "@rx ${expression}" "id:${id},phase:2,pass,log,capture,logdata:'%{TX.0} in %{MATCHED_VAR}',t:none,${list}"`;
    }),
  ),
).join('\n');

const random = seededRandom(3);
const byte = (): number => Math.floor(random() * 256);
const chars = (length: number, make: () => number): string =>
  Array.from({ length }, () => String.fromCharCode(make())).join('');
const FILLERS: readonly (readonly [name: string, make: (length: number) => string])[] = [
  ['prose', (length) => randomProse(length, random)],
  ['printable bytes', (length) => chars(length, () => 32 + (byte() % 95))],
  ['digits', (length) => chars(length, () => 48 + (byte() % 10))],
  ['any bytes', (length) => chars(length, byte)],
];
const ATTACKS = [
  '',
  'SELECT 1',
  'sel%65ct ',
  '&lt;script',
  's/*x*/elect ',
  `/e'tc/pas"swd`,
  '\\u0061lert(',
  '%3Cscript',
  'node `(',
];

const percents = (text: string): string =>
  [...text].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const FORM = 'application/x-www-form-urlencoded';
type Body = readonly [type: string, body: string];
/** The attack inside a long value, alone beside one, and in two long values; in JSON and in XML. */
const bodiesOf = (before: string, attack: string, after: string): readonly Body[] => [
  [FORM, `a=${percents(before + attack + after)}`],
  [FORM, `a=${percents(before)}&b=${percents(attack)}`],
  [FORM, `a=${percents(before + attack)}&b=${percents(attack + after)}`],
  ['application/json', JSON.stringify({ a: [before + attack], b: 'c' })],
  ['text/xml', `<a b="c">${(before + attack).replace(/[^ -~]|[<>&]/g, '_')}</a>`],
];

const requestOf = (type: string): string => `POST / HTTP/1.1\nHost: a\nContent-Type: ${type}\n\n`;

const PROCESSORS = `SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:9001,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:9002,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"`;
const TEXT = `SecRuleEngine On\nSecRequestBodyAccess On\n${PROCESSORS}\n${RULES}`;

async function load(passes?: readonly []): Promise<CompiledWaf> {
  const { program } = compileText(TEXT, {}, passes);
  assert.ok(program !== undefined);
  return loadProgram(program);
}

test('rules match in long values as they do without preconditions', async () => {
  const [optimized, plain] = [await load(), await load([])];
  let compared = 0;
  let matched = 0;
  for (const [row, [name, make]] of FILLERS.entries()) {
    for (const attack of ATTACKS.filter((_, column) => (row + column) % 3 === 0)) {
      for (const [type, body] of bodiesOf(make(17_000), attack, make(16_500))) {
        const request = requestOf(type);
        const expected = matchesOf(plain, request, body);
        const found = matchesOf(optimized, request, body);
        assert.deepEqual(found, expected, `${name}, ${attack}, ${type}`);
        compared += 1;
        matched += expected.length;
      }
    }
  }
  assert.equal(compared, (FILLERS.length * ATTACKS.length * 5) / 3);
  assert.ok(matched > 300, `${matched}`);
});
