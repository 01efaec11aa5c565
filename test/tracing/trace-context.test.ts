/** W3C Trace Context: what is read, passed on, created and replaced (https://www.w3.org/TR/trace-context/). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AlwaysOnSampler, ParentBasedSampler } from '@opentelemetry/sdk-trace-base';
import type { Header } from '#engine/host/compiled-waf.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { beginTrace } from '#proxy/tracing/begin-trace.ts';
import { samplerOf } from '#proxy/tracing/sampler.ts';
import { rowTitle } from '../helpers/row-title.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { startTestProxy } from '../proxy/helpers/start-proxy.ts';
import { startReceiver } from './helpers/otlp-receiver.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const VALID = `00-${TRACE}-${SPAN}-01`;

const sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() });

/** Values of `traceparent` that continue the trace, and whether it is sampled. */
const continued: readonly (readonly [value: string, isSampled: boolean])[] = [
  [VALID, true],
  [`00-${TRACE}-${SPAN}-00`, false],
  [`00-${TRACE}-${SPAN}-ff`, true],
  [`00-${TRACE}-${SPAN}-02`, false],
  [`cc-${TRACE}-${SPAN}-01`, true],
  [`cc-${TRACE}-${SPAN}-01-what-the-future-brings`, true],
];

const malformed: readonly string[] = [
  '',
  'x',
  VALID.toUpperCase(),
  `${VALID}-more`,
  `${VALID}.`,
  ` ${VALID}`,
  `${VALID}\t`,
  `ff-${TRACE}-${SPAN}-01`,
  `0-${TRACE}-${SPAN}-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-1`,
  `00-${TRACE}-${SPAN}-0g`,
  `00_${TRACE}_${SPAN}_01`,
  `cc-${TRACE}-${SPAN}-01.x`,
  `${VALID},${VALID}`,
  `${VALID}\r\nX-Smuggled: 1`,
  'x'.repeat(100_000),
];

test('a valid header continues its trace', async (t) => {
  let ran = 0;
  for (const [value, isSampled] of continued) {
    await t.test(rowTitle(value), () => {
      const trace = beginTrace([['TraceParent', value]], sampler);
      assert.equal(trace.traceId, TRACE);
      assert.equal(trace.parentSpanId, SPAN);
      assert.equal(trace.isSampled, isSampled);
      const flags = isSampled ? '01' : '00';
      assert.equal(trace.context.traceparent, `00-${TRACE}-${trace.backendSpanId}-${flags}`);
      assert.notEqual(trace.backendSpanId, SPAN);
      assert.notEqual(trace.spanId, SPAN);
      ran += 1;
    });
  }
  assert.equal(ran, 6);
});

test('a malformed header, or a second one, begins a new trace', async (t) => {
  const heads: Header[][] = [
    ...malformed.map((value): Header[] => [['traceparent', value]]),
    [
      ['traceparent', VALID],
      ['Traceparent', VALID],
    ],
    [],
  ];
  let ran = 0;
  for (const head of heads) {
    await t.test(rowTitle(JSON.stringify(head)), () => {
      const trace = beginTrace([...head, ['tracestate', 'vendor=1']], sampler);
      assert.match(trace.context.traceparent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      assert.notEqual(trace.traceId, TRACE);
      assert.equal(trace.parentSpanId, undefined);
      assert.equal(trace.context.tracestate, undefined);
      ran += 1;
    });
  }
  assert.equal(ran, 22);
});

const states: readonly (readonly [values: readonly string[], forwarded: string | undefined])[] = [
  [['vendor=1'], 'vendor=1'],
  [['a=1,b=2'], 'a=1,b=2'],
  [['a=1', 'tenant@b=2'], 'a=1,tenant@b=2'],
  [['a=1 , b=2'], 'a=1,b=2'],
  [['a=1,BAD=2,c=3'], 'a=1,c=3'],
  [['a=\x01'], undefined],
  [['a=caf\xe9'], undefined],
  [['no member'], undefined],
  [[''], undefined],
  [[`a=${'x'.repeat(600)}`], undefined],
];

test('the valid members of tracestate are passed on', async (t) => {
  let ran = 0;
  for (const [values, forwarded] of states) {
    await t.test(rowTitle(JSON.stringify(values)), () => {
      const own = values.map((value): Header => ['TraceState', value]);
      const trace = beginTrace([['traceparent', VALID], ...own], sampler);
      assert.equal(trace.context.tracestate, forwarded);
      ran += 1;
    });
  }
  assert.equal(ran, 10);
});

/** Samplers, and whether they sample a trace that begins here, one that is sampled and one that is not. */
const samplers: readonly (readonly [
  name: string,
  argument: string,
  sampled: readonly boolean[],
])[] = [
  ['always_on', '', [true, true, true]],
  ['always_off', '', [false, false, false]],
  ['traceidratio', '1', [true, true, true]],
  ['traceidratio', '0', [false, false, false]],
  ['parentbased_always_on', '', [true, true, false]],
  ['parentbased_always_off', '', [false, true, false]],
  ['parentbased_traceidratio', '0', [false, true, false]],
  ['', '', [true, true, false]],
];

test('the sampler is that of OTEL_TRACES_SAMPLER', async (t) => {
  let ran = 0;
  for (const [name, argument, sampled] of samplers) {
    await t.test(`${name} ${argument}`, () => {
      const { settings, errors } = readSettings({
        OTEL_TRACES_SAMPLER: name,
        OTEL_TRACES_SAMPLER_ARG: argument,
      });
      assert.deepEqual(errors, []);
      const chosen = samplerOf(settings);
      const heads: Header[][] = [
        [],
        [['traceparent', VALID]],
        [['traceparent', `00-${TRACE}-${SPAN}-00`]],
      ];
      const found = heads.map((head) => beginTrace(head, chosen).isSampled);
      assert.deepEqual(found, sampled);
      ran += 1;
    });
  }
  assert.equal(ran, 8);
});

/** The lines of these headers in a request, sorted. */
function contextOf(head: string): readonly string[] {
  const lines = head.split('\r\n').filter((line) => /^trace(parent|state):/i.test(line));
  return lines.toSorted();
}

test('without an endpoint both headers reach the backend as they are, malformed or not', async (t) => {
  const proxy = await startTestProxy(t);
  const lines = ['Traceparent: what', 'tracestate: ,,', `traceparent: ${VALID}`];
  await exchangeRaw(proxy.port, rawRequest('/', lines));
  assert.deepEqual(contextOf(proxy.backend.requests[0]?.head ?? ''), [
    `Traceparent: ${VALID}`,
    'Traceparent: what',
    'tracestate: ,,',
  ]);
  await exchangeRaw(proxy.port, rawRequest('/'));
  assert.deepEqual(contextOf(proxy.backend.requests[1]?.head ?? ''), []);
  const [record] = await proxy.records('access', 2);
  assert.equal(record?.['trace_id'], undefined);
});

test('with one the backend gets a context of its own, whatever the client sends', async (t) => {
  const receiver = await startReceiver(t);
  const proxy = await startTestProxy(t, {
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '20' },
  });
  const sent: readonly (readonly string[])[] = [
    [`traceparent: ${VALID}`, 'tracestate: a=1', 'tracestate: b=2,?'],
    ['traceparent: malformed', 'tracestate: a=1'],
    [`traceparent: ${VALID}`, `Traceparent: ${VALID}`],
    [`traceparent: ${VALID}`, 'Connection: traceparent'],
    [],
  ];
  for (const lines of sent) await exchangeRaw(proxy.port, rawRequest('/', lines));
  const contexts = proxy.backend.requests.map(({ head }) => contextOf(head));
  assert.equal(contexts.length, 5);
  const [first = [], ...others] = contexts;
  const continues = new RegExp(`^traceparent: 00-${TRACE}-[0-9a-f]{16}-01$`);
  assert.match(first[0] ?? '', continues);
  assert.doesNotMatch(first[0] ?? '', new RegExp(SPAN));
  assert.deepEqual(first.slice(1), ['tracestate: a=1,b=2']);
  for (const context of others) {
    assert.equal(context.length, 1);
    assert.match(context[0] ?? '', /^traceparent: 00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  }
  for (const context of [others[0], others[1], others[3]])
    assert.doesNotMatch(context?.[0] ?? '', new RegExp(TRACE));
  assert.match(others[2]?.[0] ?? '', continues);
});

test('OTEL_SDK_DISABLED and OTEL_TRACES_EXPORTER=none switch all of it off', async (t) => {
  const receiver = await startReceiver(t);
  for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }]) {
    const proxy = await startTestProxy(t, {
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...off },
    });
    await exchangeRaw(proxy.port, rawRequest('/', ['traceparent: what']));
    assert.deepEqual(contextOf(proxy.backend.requests[0]?.head ?? ''), ['traceparent: what']);
    assert.doesNotMatch(proxy.lines.join('\n'), /Traces/);
  }
  assert.equal(receiver.posts.length, 0);
});
