/** Ten megabytes in each place where a client can put them: seen to the last byte, in time, without a throw. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disk } from '#compiler/cli/project/disk.ts';
import { compile } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { RequestHead } from '#engine/host/compiled-waf.ts';
import { parseRequest, parseResponse } from '../../helpers/http-block.ts';
import { loadProgram } from '../../helpers/load-program.ts';
import { loadRules, run } from '../../helpers/run-rules.ts';

const SIZE = 10_000_000;
/** Generous: a quadratic step would take hours. */
const MOST_MILLISECONDS = 60_000;

const EVERYWHERE =
  'ARGS|ARGS_NAMES|REQUEST_HEADERS|REQUEST_COOKIES|FILES|XML:/*|XML://@*|REQUEST_URI_RAW';
const CHAIN =
  't:none,t:urlDecodeUni,t:htmlEntityDecode,t:jsDecode,t:cssDecode,t:removeNulls,t:compressWhitespace,t:lowercase';

const rules = await loadRules(`
SecRuleEngine DetectionOnly
SecRequestBodyAccess On
SecRequestBodyLimit 20000000
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQUEST_HEADERS:Content-Type "@contains xml" "id:2,phase:1,pass,nolog,ctl:requestBodyProcessor=XML"
SecRule ${EVERYWHERE} "@rx needle$" "id:10,phase:2,pass,log"
SecRule ${EVERYWHERE} "@contains needle" "id:11,phase:2,pass,log,${CHAIN}"
SecRule ${EVERYWHERE} "@pm needle haystack" "id:12,phase:2,pass,log,multiMatch,t:none,t:urlDecodeUni,t:lowercase"
SecRule ${EVERYWHERE} "@detectSQLi" "id:13,phase:2,pass,nolog"
SecRule ${EVERYWHERE} "@detectXSS" "id:14,phase:2,pass,nolog"
SecRule FILES_SIZES "@ge 10000000" "id:15,phase:2,pass,log"
`);

const FILLERS = ['a', '%41', '<', '"', '\\x41', '/*', '\u0000', '&#65', "'", '\u00e4', ' '];

type Place = (value: string) => {
  readonly target?: string;
  readonly type?: string;
  readonly body?: string;
};

const PLACES: readonly (readonly [title: string, place: Place])[] = [
  ['query', (value) => ({ target: `/?a=${value}` })],
  ['form', (value) => ({ type: 'application/x-www-form-urlencoded', body: `a=${value}` })],
  ['JSON', (value) => ({ type: 'application/json', body: `{"a":${JSON.stringify(value)}}` })],
  [
    'XML',
    (value) => ({
      type: 'text/xml',
      body: `<a>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a>`,
    }),
  ],
  [
    'multipart',
    (value) => ({
      type: 'multipart/form-data; boundary=b',
      body: `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--b--\r\n`,
    }),
  ],
];

const { head: plainHead } = parseRequest('POST / HTTP/1.1\nHost: www.example.org');

/** Every filler is tried in one place; the place goes round. */
for (const [index, filler] of FILLERS.entries()) {
  const [title, place] = PLACES[index % PLACES.length] ?? [];
  if (title === undefined || place === undefined) continue;
  test(`${SIZE} bytes of ${JSON.stringify(filler)} in: ${title}`, () => {
    const value = `${filler.repeat(Math.floor(SIZE / filler.length))} needle`;
    const { target = '/', type, body = '' } = place(value);
    const head: RequestHead = {
      ...plainHead,
      target,
      headers:
        type === undefined ? plainHead.headers : [...plainHead.headers, ['Content-Type', type]],
    };
    const started = performance.now();
    const { matched } = rules.exchange({ head, body });
    assert.ok(performance.now() - started < MOST_MILLISECONDS);
    assert.ok(matched.includes(10), `rule 10 is not in ${matched}`);
  });
}

test(`a file of ${SIZE} bytes, full of what could be its boundary`, () => {
  const content = '\r\n--b'.repeat(SIZE / 5);
  const part = 'Content-Disposition: form-data; name="a"; filename="needle"';
  const { matched } = rules.exchange({
    head: { ...plainHead, headers: [['Content-Type', 'multipart/form-data; boundary=bb']] },
    body: `--bb\r\n${part}\r\n\r\n${content}\r\n--bb--\r\n`,
  });
  assert.deepEqual(matched, [10, 11, 12, 15]);
});

test(`${SIZE} bytes through all built-in rules`, async () => {
  const entries = ['test/rules/measure.conf', 'test/rules/all-rules.conf', 'rules/*.conf'];
  const { program } = compile(profileOfEntries('built-in', entries), disk);
  assert.ok(program);
  const waf = await loadProgram(program);
  const type = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
  const request = {
    head: { ...plainHead, headers: [...plainHead.headers, type] },
    body: `a=${"'".repeat(SIZE)} or 1=1 --`,
  };
  const started = performance.now();
  const { matched } = run(waf, request, parseResponse('HTTP/1.1 200 OK'));
  assert.ok(performance.now() - started < MOST_MILLISECONDS);
  assert.ok(matched.length > 0);
});
