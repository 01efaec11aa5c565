/** Transactions of benchmarks meet the limits and content codings that the proxy enforces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import {
  type BenchRequest,
  type MixLine,
  parseRequests,
  toRequest,
} from '#compiler/cli/commands/bench/bench-request.ts';
import { benchWaf } from '#compiler/cli/commands/bench/bench-waf.ts';
import { wafOf } from '../../adapters/helpers/rules.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit 300
SecRequestBodyLimitAction Reject
SecRule ARGS:q "@contains evil" "id:1,phase:2,deny,status:406,log,msg:'evil'"
`;

const HOST = 'www.example.com';

const line = (bytes: Buffer | string, coding?: string): MixLine => ({
  name: 'request',
  method: 'POST',
  path: '/',
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...(coding === undefined ? {} : { 'Content-Encoding': coding }),
  },
  bodyBase64: Buffer.from(bytes).toString('base64'),
});

const rows: readonly (readonly [title: string, request: BenchRequest, blocked: number])[] = [
  ['within the limit', toRequest(line('q=fine')), 0],
  ['matched', toRequest(line('q=evil')), 1],
  ['over the limit', toRequest(line('q=fine'.padEnd(301, 'x'))), 1],
  ['gzip, matched', toRequest(line(zlib.gzipSync('q=evil'), 'gzip')), 1],
  ['br, not matched', toRequest(line(zlib.brotliCompressSync('q=fine'), 'br')), 0],
  ['no gzip', toRequest(line('q=fine', 'gzip')), 1],
];

test('bench applies body limits and undoes content codings', async (t) => {
  const waf = await wafOf(RULES);
  let ran = 0;
  for (const [title, request, blocked] of rows) {
    await t.test(rowTitle(title), () => {
      const result = benchWaf(waf, [request], { milliseconds: 0, rounds: 1, seed: 1 });
      assert.deepEqual([result.requests, result.blocked], [1, blocked]);
    });
    ran += 1;
  }
  assert.equal(ran, 6);
});

test('lines of requests need only a path, and may have the headers that are added', () => {
  const lines = ['{"path":"/a"}', '{"path":"/b","body":"q=1","headers":{"host":"b.test"}}'];
  assert.deepEqual(parseRequests(lines.join('\n')), [
    { name: 'line 1', method: 'GET', target: '/a', headers: [['Host', HOST]], body: '' },
    {
      name: 'line 2',
      method: 'POST',
      target: '/b',
      headers: [
        ['host', 'b.test'],
        ['Content-Length', '3'],
      ],
      body: 'q=1',
    },
  ]);
});
