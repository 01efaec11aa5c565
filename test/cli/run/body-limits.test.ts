/** Bodies at limits and with codings: `run`, `diff` and tests in process give the verdicts of the proxy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { formatRun } from '#compiler/cli/commands/run/format-run.ts';
import { runReflected } from '#compiler/cli/ftw/run-in-process.ts';
import { decoderFor } from '#compiler/cli/inspection/decode-body.ts';
import { runRequest } from '#compiler/cli/inspection/run-request.ts';
import { sampleProbe } from '#compiler/cli/replay/observe.ts';
import { parseRequest } from '#compiler/cli/requests/parse-request.ts';
import { requestOf } from '#compiler/cli/requests/request.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { wafOf } from '../../adapters/helpers/rules.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const LIMIT = 300;
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecRequestBodyLimit ${LIMIT}
SecRequestBodyLimitAction Reject
SecResponseBodyAccess On
SecResponseBodyMimeType text/plain
SecResponseBodyLimit ${LIMIT}
SecResponseBodyLimitAction Reject
SecRule ARGS:q "@contains evil" "id:1,phase:2,deny,status:406,log,msg:'evil'"
SecRule RESPONSE_BODY "@contains secret" "id:2,phase:4,deny,status:500,log,msg:'secret'"
`;
const DETECT = RULES.replace('SecRuleEngine On', 'SecRuleEngine DetectionOnly');
const PARTIAL = RULES.replaceAll('LimitAction Reject', 'LimitAction ProcessPartial');

const filled = (start: string, bytes = LIMIT): string => start.padEnd(bytes, '&a=1');
const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

const ENGINE = 'by the engine itself (rule 0)';
/** `coding` undefined: none. */
const rows: readonly (readonly [
  title: string,
  rules: string,
  coding: string | undefined,
  body: string,
  verdict: string,
])[] = [
  ['at the limit', RULES, undefined, filled('q=evil'), 'BLOCKED 406 by rule 1'],
  ['over the limit', RULES, undefined, filled('q=evil', LIMIT + 1), `BLOCKED 413 ${ENGINE}`],
  [
    'over the limit in detection mode',
    DETECT,
    undefined,
    filled('q=evil', LIMIT + 1),
    'PASSED (DetectionOnly), would be blocked with 406 by rule 1',
  ],
  ['inspected in part', PARTIAL, undefined, filled('q=evil', 999), 'BLOCKED 406 by rule 1'],
  ['beyond the part', PARTIAL, undefined, `${filled('a=1')}&q=evil`, 'PASSED'],
  ['gzip', RULES, 'gzip', latin1(zlib.gzipSync('q=evil')), 'BLOCKED 406 by rule 1'],
  ['two codings', RULES, 'br, gzip', twice('q=evil'), 'BLOCKED 406 by rule 1'],
  ['no gzip', RULES, 'gzip', 'q=evil', `BLOCKED 400 ${ENGINE}`],
  ['an unknown coding', RULES, 'snappy', 'q=evil', `BLOCKED 415 ${ENGINE}`],
  ['six codings', RULES, 'gzip,'.repeat(6), 'q=evil', `BLOCKED 415 ${ENGINE}`],
  [
    'over the limit when decoded',
    RULES,
    'gzip',
    latin1(zlib.gzipSync(filled('q=evil', 999))),
    `BLOCKED 413 ${ENGINE}`,
  ],
  [
    'decoded in part',
    PARTIAL,
    'gzip',
    latin1(zlib.gzipSync(filled('q=evil', 999))),
    'BLOCKED 406 by rule 1',
  ],
];

function twice(text: string): string {
  return latin1(zlib.gzipSync(zlib.brotliCompressSync(text)));
}

test('run: bodies at limits and with codings', async (t) => {
  const wafs = new Map<string, CompiledWaf>();
  let ran = 0;
  for (const [title, rules, coding, body, verdict] of rows) {
    await t.test(rowTitle(title), async () => {
      const waf = wafs.get(rules) ?? (await wafOf(rules));
      wafs.set(rules, waf);
      const headers = coding === undefined ? [] : [['Content-Encoding', coding] as const];
      const request = requestOf({ method: undefined, url: '/', headers, body });
      const decode = decoderFor(request.head);
      const report = runRequest({ waf, cards: [], plan: undefined }, request, { decode });
      assert.equal(formatRun(report, 'p', false).split('\n', 1)[0], `p: ${verdict}`);
    });
    ran += 1;
  }
  assert.equal(ran, 12);
});

test('diff: a lower limit is another verdict', async () => {
  const request = requestOf({ method: undefined, url: '/', headers: [], body: filled('a=1', 200) });
  const probe = sampleProbe({ name: 'sample', request });
  const lower = RULES.replace(`SecRequestBodyLimit ${LIMIT}`, 'SecRequestBodyLimit 100');
  const verdicts = [probe.run(await wafOf(RULES)), probe.run(await wafOf(lower))];
  assert.deepEqual(
    verdicts.map(({ verdict }) => verdict),
    ['passed', '413 by 0'],
  );
});

/** The status and the rule, or 0, that end a test in process. */
async function ending(
  rules: string,
  target: string,
  body: string,
  coding?: string,
): Promise<unknown> {
  const waf = await wafOf(rules);
  const type = target === '/' ? 'application/x-www-form-urlencoded' : 'application/json';
  const encoding = coding === undefined ? '' : `\r\nContent-Encoding: ${coding}`;
  const head = `POST ${target} HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}${encoding}`;
  const request = parseRequest(`${head}\r\n\r\n${body}`);
  const transaction = waf.open(request.head, 'test');
  const refusal = runReflected(waf, transaction, request);
  transaction.close();
  const { status, ruleId } = refusal ?? transaction.interruption ?? {};
  return [status, ruleId];
}

test('tests in process: bodies of requests and of responses over their limits', async () => {
  assert.deepEqual(await ending(RULES, '/', filled('q=evil')), [406, 1]);
  assert.deepEqual(await ending(RULES, '/', filled('q=evil', LIMIT + 1)), [413, 0]);
  const responds = (bytes: number): string => `{"body":"${'secret'.padEnd(bytes, 'x')}"}`;
  const wider = (rules: string): string => rules.replace(`BodyLimit ${LIMIT}`, 'BodyLimit 999');
  assert.deepEqual(await ending(wider(RULES), '/reflect', responds(LIMIT)), [500, 2]);
  assert.deepEqual(await ending(wider(RULES), '/reflect', responds(LIMIT + 1)), [500, 0]);
  assert.deepEqual(await ending(wider(PARTIAL), '/reflect', responds(LIMIT + 1)), [500, 2]);
});

test('tests in process and diff undo the content codings of bodies', async () => {
  const gzip = latin1(zlib.gzipSync('q=evil'));
  assert.deepEqual(await ending(RULES, '/', gzip, 'gzip'), [406, 1]);
  assert.deepEqual(await ending(RULES, '/', twice('q=evil'), 'br, gzip'), [406, 1]);
  assert.deepEqual(await ending(RULES, '/', 'q=evil', 'gzip'), [400, 0]);
  const headers = [['Content-Encoding', 'gzip'] as const];
  const request = requestOf({ method: undefined, url: '/', headers, body: gzip });
  const probe = sampleProbe({ name: 'sample', request });
  assert.equal(probe.run(await wafOf(RULES)).verdict, '406 by 1');
});
