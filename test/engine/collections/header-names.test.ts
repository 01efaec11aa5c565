/** Texts of header names are shared by the transactions of a module, whatever those look for in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
