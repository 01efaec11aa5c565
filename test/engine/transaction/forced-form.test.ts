/** ctl:forceRequestBodyVariable parses a body without a processor as a form, and as what it looks like. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequest } from '../../helpers/http-block.ts';
import { loadRules } from '../../helpers/run-rules.ts';

const FORCED = `SecRuleEngine On
SecRequestBodyAccess On
SecArgumentsLimit 4
SecAction "id:1,phase:1,pass,nolog,ctl:forceRequestBodyVariable=On"
`;

function post(body: string): ReturnType<typeof parseRequest> {
  return parseRequest(`POST / HTTP/1.1\nContent-Type: image/png\n\n${body}`);
}

const rows: readonly (readonly [body: string, seen: string])[] = [
  ['a=evil&b=1', 'ARGS:a REQUEST_BODY REQBODY_PROCESSOR'],
  ['{"a":"evil"}', 'ARGS_NAMES:{"a":"evil"} ARGS:json.a REQUEST_BODY REQBODY_PROCESSOR'],
  ['<r b="x">evil</r>', 'ARGS:<r b XML:/* REQUEST_BODY REQBODY_PROCESSOR'],
  ['evil', 'ARGS_NAMES:evil REQUEST_BODY REQBODY_PROCESSOR'],
];

test('values of the form and of what the body looks like are seen', async () => {
  const rules = await loadRules(`${FORCED}
SecRule ARGS_NAMES|ARGS|XML:/*|REQUEST_BODY "@contains evil" "id:2,phase:2,pass,log"
SecRule REQBODY_PROCESSOR "@streq URLENCODED" "id:3,phase:2,pass,log"
`);
  for (const [body, seen] of rows) {
    const { matches } = rules.exchange(post(body));
    const found = matches.flatMap(({ data }) => data).map(({ variable, key }) => [variable, key]);
    const names = found.map(([variable, key]) => (key === '' ? variable : `${variable}:${key}`));
    assert.equal(names.join(' '), seen, body);
  }
  assert.equal(rows.length, 4);
});

test('each of both counts against SecArgumentsLimit', async () => {
  const rules = await loadRules(FORCED);
  const limits = [
    ['a&b&c&d', undefined],
    ['a&b&c&d&e', 400],
    ['{"a":1,"b":2,"c":3,"d":4}', undefined],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5}', 400],
    ['{"a":"&&b&c&d"}', undefined],
    ['{"a":"&&b&c&d&e"}', 400],
  ] as const;
  for (const [body, status] of limits) {
    assert.equal(rules.exchange(post(body)).interruption?.status, status, body);
  }
  assert.equal(limits.length, 6);
});
