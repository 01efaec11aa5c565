/** Texts of more than a megabyte under transformations: memory holds few, verdicts stay the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBody } from '#engine/body/body-variables.ts';
import { type InternedValue, internValue } from '#engine/collections/entry.ts';
import { noServices } from '#engine/host/host-services.ts';
import { LARGE_TEXT } from '#engine/transaction/large-values.ts';
import { transformText } from '#engine/transaction/transform-text.ts';
import { lowercase, removeWhitespace, urlDecodeUni } from '#engine/transformations/index.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';

const SETTINGS = 'SecRuleEngine On\nSecRequestBodyAccess On\n';
const FORM = 'Content-Type: application/x-www-form-urlencoded';

/** Lists that share beginnings, and one that comes twice: its first result has been let go by then. */
const LISTS = [
  't:urlDecodeUni,t:lowercase,t:removeWhitespace',
  't:urlDecodeUni,t:lowercase,t:htmlEntityDecode',
  't:urlDecodeUni,t:hexEncode',
  't:lowercase',
  't:removeNulls,t:urlDecodeUni,t:lowercase,t:removeWhitespace',
  't:urlDecodeUni,t:lowercase,t:removeWhitespace',
];

const RULES = LISTS.map(
  (list, index) =>
    `SecRule ARGS:a "@rx (?:evil|6576696c)" "id:${index + 1},phase:2,pass,log,msg:'m',logdata:'%{MATCHED_VAR}',t:none,${list}"`,
).join('\n');

async function inspect(
  padding: number,
  attack: string,
): Promise<{ ids: number[]; longest: number; collected: number }> {
  const { program } = compileText(`${SETTINGS}${RULES}`);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  const { head } = parseRequest(`POST / HTTP/1.1\nHost: a\n${FORM}\n\n`);
  let collected = 0;
  const collect = (): void => {
    collected += 1;
  };
  const transaction = waf.open(head, 'test', undefined, { ...noServices, collect });
  transaction.inspectRequestHeaders();
  transaction.inspectRequestBody(`a=${'Ab+%2541+%00'.repeat(padding)}${attack}`);
  transaction.close();
  const texts = transaction.matches.flatMap(({ data }) =>
    data.flatMap(({ original = '', value, data: logged }) => [original, value, logged]),
  );
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  return { ids: transaction.matches.map(({ rule }) => rule.id), longest, collected };
}

const CASES: readonly (readonly [attack: string, ids: readonly number[]])[] = [
  ['e%2576il', [1, 2, 3, 5, 6]],
  ['E+V+I+L', [1, 5, 6]],
  ['EVIL', [1, 2, 4, 5, 6]],
  ['harmless', []],
];

test('every form of a large text is looked at, and none of them is kept', async () => {
  for (const [attack, ids] of CASES) {
    const small = await inspect(10, attack);
    assert.deepEqual(small.ids, ids, attack);
    assert.equal(small.collected, 0);
    const large = await inspect(400_000, attack);
    assert.deepEqual(large.ids, ids, attack);
    assert.ok(large.collected >= LISTS.length, `${large.collected} collections`);
    assert.ok(large.longest <= 4096, `${large.longest} bytes are kept of a match`);
  }
  assert.equal(CASES.length, 4);
});

test('what was found in a large text is known when the text is made again', () => {
  const texts = new Map<string, InternedValue>();
  const text = (value: string): InternedValue => internValue(texts, value);
  const holder = {
    texts,
    services: noServices,
    text,
    resultText: (_from: InternedValue, value: string) => text(value),
    cacheTransformation: () => assert.fail('no text has a prefix'),
    body: emptyBody,
  };
  const plain = text(`a+B%41${'cd'.repeat(LARGE_TEXT)}`);
  const decode = (): InternedValue => transformText(holder, plain, 1, urlDecodeUni);
  const fold = (from: InternedValue): InternedValue => transformText(holder, from, 2, lowercase);
  const first = decode();
  first.candidates = [1];
  const folded = fold(first);
  folded.candidates = [2];
  // Another large result of the same text drops both.
  transformText(holder, plain, 3, (value) => removeWhitespace(`${value} x`));
  assert.ok(!texts.has(first.value) && !texts.has(folded.value));
  const again = decode();
  assert.notEqual(again, first);
  assert.equal(again.value, first.value);
  assert.equal(again.byteClasses, first.byteClasses);
  assert.deepEqual([again.candidates, fold(again).candidates], [[1], [2]]);
});
