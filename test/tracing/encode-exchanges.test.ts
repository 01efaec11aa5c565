/** Exchanges on their way to the thread of spans: what is decoded is what was encoded, whatever clients send. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeExchanges } from '#proxy/tracing/decode-exchanges.ts';
import { encodeExchanges } from '#proxy/tracing/encode-exchanges.ts';
import { createExchangeGroups } from '#proxy/tracing/exchange-groups.ts';
import type { TracedExchange } from '#proxy/tracing/traced-exchange.ts';

/** Every byte, and characters beyond one byte. */
const HOSTILE = `${Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')}\u{1f600}\ud800`;

const FULL: TracedExchange = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  backendSpanId: '00f067aa0ba902b7',
  parentSpanId: '53995c3f42cd8ad8',
  tracestate: 'a=1,b=2',
  endedAt: 1_790_000_000_123,
  durationMs: 1.2345678901,
  id: 'request-1',
  method: 'POST',
  target: '/shop?page=2',
  httpVersion: '1.1',
  scheme: 'https',
  host: 'shop.test',
  hostField: 'shop.test:8443',
  userAgent: 'Mozilla/5.0',
  clientAddress: '192.0.2.1',
  peerAddress: '127.0.0.1',
  peerPort: 43210,
  status: 403,
  cause: 'rule',
  detail: 'rule 942100',
  policy: 'shop',
  country: 'AT',
  decisionFor: 'envoy',
  outcome: 'block',
  backend: {
    label: '127.0.0.1:8080',
    afterMs: 0.25,
    ms: 3.5,
    status: 200,
    failure: 'reset',
    retries: 1,
  },
  inspection: {
    profile: 'web',
    mode: 'On',
    error: 'Error: steps',
    action: 'deny',
    status: 406,
    ruleId: 949110,
    matched: [942100, 949110],
    inbound: 5,
    outbound: -1,
    phaseMs: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
  },
};

/** Everything that may be undefined or empty is. */
const BARE: TracedExchange = {
  ...FULL,
  parentSpanId: undefined,
  tracestate: undefined,
  durationMs: 0,
  target: '',
  host: '',
  hostField: undefined,
  userAgent: undefined,
  peerPort: 0,
  status: 0,
  cause: undefined,
  detail: undefined,
  policy: undefined,
  country: undefined,
  decisionFor: undefined,
  outcome: undefined,
  backend: undefined,
  inspection: undefined,
};

const rows: readonly (readonly [what: string, exchanges: readonly TracedExchange[]])[] = [
  ['none', []],
  ['one with all there is', [FULL]],
  ['one with nothing', [BARE]],
  ['empty strings, which are not undefined', [{ ...BARE, hostField: '', detail: '' }]],
  [
    'a backend and an inspection that have come to nothing',
    [
      {
        ...FULL,
        backend: {
          label: '',
          afterMs: 0,
          ms: undefined,
          status: undefined,
          failure: undefined,
          retries: 0,
        },
        inspection: {
          profile: '',
          mode: 'DetectionOnly',
          error: undefined,
          action: undefined,
          status: undefined,
          ruleId: undefined,
          matched: [],
          inbound: undefined,
          outbound: undefined,
          phaseMs: [],
        },
      },
      BARE,
    ],
  ],
  [
    'every byte in every text of the client',
    [
      { ...FULL, method: HOSTILE, target: HOSTILE, hostField: HOSTILE, userAgent: HOSTILE },
      { ...BARE, detail: HOSTILE, policy: HOSTILE },
      FULL,
    ],
  ],
  ['a long text', [{ ...FULL, target: `/${HOSTILE.repeat(300)}` }, FULL]],
  ['many', Array.from({ length: 1000 }, () => [FULL, BARE]).flat()],
];

test('what is decoded is what was encoded', () => {
  let ran = 0;
  for (const [what, exchanges] of rows) {
    // As a message to another thread has it.
    const encoded = structuredClone(encodeExchanges(exchanges));
    assert.deepEqual(decodeExchanges(encoded), exchanges, what);
    ran += 1;
  }
  assert.equal(ran, 8);
});

test('exchanges are encoded in small groups, in their order', () => {
  const groups = createExchangeGroups();
  assert.deepEqual(groups.take(), []);
  const exchanges = Array.from({ length: 70 }, (_, n) => ({ ...FULL, id: `request-${n}` }));
  for (const exchange of exchanges) groups.add(exchange);
  assert.equal(groups.size(), 70);
  const decoded = groups.take().map(decodeExchanges);
  assert.deepEqual(
    decoded.map((group) => group.length),
    [32, 32, 6],
  );
  assert.deepEqual(decoded.flat(), exchanges);
  assert.equal(groups.size(), 0);
  assert.deepEqual(groups.take(), []);
});
