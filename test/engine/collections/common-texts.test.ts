/** The transactions of a module share the texts of common names and values, whatever they look for in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonResult, loadCommonTexts } from '#engine/collections/common-texts.ts';
import { createText } from '#engine/collections/entry.ts';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadRules } from '../../helpers/run-rules.ts';

/** Spellings in the list and beside it, names twice, names that are values as well. */
const HEADS = [
  'Host: a\nUser-Agent: x',
  'host: a\nuser-agent: User-Agent\nUser-Agent: host',
  'HOST: a\nX-Odd-User-Agent: Host',
  'User-Agent: x\nHost: a',
];

test('transactions see the same in whatever order they come', async () => {
  const rules = await loadRules(`SecRuleEngine On
SecRule REQUEST_HEADERS_NAMES|REQUEST_HEADERS "@rx ^user-agent$" "id:1,t:lowercase,msg:'%{MATCHED_VAR}'"
SecRule REQUEST_HEADERS_NAMES "@pm user-agent odd" "id:2,t:none,t:urlDecode"
SecRule REQUEST_HEADERS_NAMES "@streq 68ae" "id:3,t:hexEncode,multiMatch"
SecRule REQUEST_HEADERS_NAMES "@rx ^[A-Z]" "id:4"
SecRule REQUEST_HEADERS_NAMES "@eq 4" "id:5,t:length"`);
  const see = (head: string) => {
    const { matches } = rules.exchange(parseRequest(`GET / HTTP/1.1\n${head}\n`));
    return matches.map(({ id, data }) => [id, data.map(({ key, value }) => [key, value])]);
  };
  const first = HEADS.map(see);
  assert.deepEqual(HEADS.toReversed().map(see).toReversed(), first);
  assert.deepEqual(first[2], [
    [2, [['X-Odd-User-Agent', 'X-Odd-User-Agent']]],
    [
      4,
      [
        ['HOST', 'HOST'],
        ['X-Odd-User-Agent', 'X-Odd-User-Agent'],
      ],
    ],
    [5, [['HOST', '4']]],
  ]);
});

test('the result of a common text is common too, but no request finds it or adds to it', () => {
  const common = loadCommonTexts();
  const from = common.get('GET');
  assert.ok(from);
  const { size } = common;
  const first = commonResult(common, from, '474554');
  const second = first && commonResult(common, first, '6');
  assert.deepEqual([first?.value, second?.value], ['474554', '6']);
  assert.equal(common.get('474554'), undefined);
  assert.equal(commonResult(common, createText('474554'), '6'), undefined);
  assert.equal(commonResult(common, createText('GET'), '474554'), undefined);
  // A common value is found again as a result.
  const name = common.get('Accept');
  assert.ok(name);
  assert.equal(commonResult(common, name, 'accept'), common.get('accept'));
  assert.equal(common.size, size);
});

test('arguments with common values are judged like others', async () => {
  const rules = await loadRules(`SecRuleEngine On
SecRule REQUEST_METHOD|ARGS "@streq 474554" "id:1,phase:2,t:none,t:hexEncode"
SecRule ARGS "@streq 6" "id:2,phase:2,t:none,t:length"`);
  for (const argument of ['474554', 'GET', '474554']) {
    const { matched } = rules.exchange(parseRequest(`GET /?a=${argument} HTTP/1.1\nHost: a\n`));
    assert.deepEqual(matched, argument === 'GET' ? [1] : [1, 2]);
  }
});
