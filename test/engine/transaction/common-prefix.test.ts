/** Names of JSON leaves that begin alike: what is worked out once for all must be what each would give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '#engine/body/parse-json.ts';
import { compileText } from '../../helpers/compile-text.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { matchesOf } from '../../helpers/matches-of.ts';

const LISTS = [
  't:none',
  't:lowercase,t:urlDecodeUni',
  't:utf8toUnicode,t:urlDecodeUni,t:htmlEntityDecode,t:jsDecode,t:cssDecode,t:removeNulls',
  't:cmdLine,t:normalizePath',
  't:replaceComments,t:removeWhitespace',
  't:base64Decode,multiMatch,t:lowercase,t:removeCommentsChar',
  't:normalizePathWin,t:trim,t:compressWhitespace',
];
/** Matches in the prefix, across its end, behind it, up to the end; look-around; none at all. */
const EXPRESSIONS = [
  'attack(\\w*)',
  '(?:end|k)\\.([0-9a-z]+)',
  '\\.1[0-9]$',
  'json.*(\\d)',
  '(a(?!b).)+\\.2',
  '^json\\.(?:x|y)',
  'etc/passwd',
];
/** Operators that read a common prefix once, too. */
const OPERATORS = [
  ...EXPRESSIONS.map((expression) => `@rx ${expression}`),
  '@detectSQLi',
  '@detectXSS',
];
const RULES = LISTS.flatMap((list, index) =>
  OPERATORS.map(
    (operator, number) =>
      `SecRule ARGS_NAMES|ARGS "${operator}" "id:${1 + index * 10 + number},phase:2,pass,log,capture,setvar:tx.n=+1,logdata:'%{MATCHED_VAR_NAME} %{MATCHED_VAR} %{TX.0} %{TX.1}',t:none,${list}"`,
  ),
).join('\n');

const LONG = 'x'.repeat(150);
const NAMES = [
  `${LONG}attack%41&lt;end`,
  `${LONG} /* open k`,
  `${LONG} /* closed */ ATTACK k`,
  `${LONG}\\\\`,
  `/etc/./${LONG}/..`,
  `${LONG}/../etc/passwd`,
  `${LONG}\\u00e1 %u00`,
  `${LONG}' or 1=1 union select 1 -- `,
  `1 or ${LONG} = ${LONG} <i a=b><b onclick `,
];
const VALUES = [
  '[1,2,3,4,5,6,7,8,9,10,11,12]',
  '{"a":1,"b":{"c":[1,2],"d":[3]},"*/ attack":1,"":2,".":3,"/..":4}',
  '[[1,2],[3],[],{"k":[4,5]}]',
];

const encoded = (text: string): string =>
  text.replace(/[^A-Za-z0-9]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Names of a query string are read one by one, whatever they begin with. */
test('names of JSON leaves match as the same names of a query string do', async () => {
  const { program } = compileText(`SecRuleEngine On\nSecRequestBodyAccess On\n${RULES}`);
  assert.ok(program !== undefined);
  const waf = await loadProgram(program);
  let compared = 0;
  let data = 0;
  for (const name of NAMES) {
    const bodies = VALUES.map((value) => `{"${name}":${value},"${name}.1":${value},"y":1}`);
    for (const body of bodies) {
      const { pairs, error } = parseJson(body, { depthLimit: 9, argumentsLimit: 999 });
      assert.equal(error, undefined, body);
      const query = pairs.map((pair) => pair.map(encoded).join('=')).join('&');
      const json = 'POST / HTTP/1.1\nHost: a\nContent-Type: application/json\n\n';
      const found = matchesOf(waf, json, body);
      assert.deepEqual(found, matchesOf(waf, `GET /?${query} HTTP/1.1\nHost: a\n\n`, ''), body);
      compared += 1;
      data += found.reduce((sum, match) => sum + match.data.length, 0);
    }
  }
  assert.equal(compared, NAMES.length * VALUES.length);
  assert.ok(data > 5000, `${data}`);
});
