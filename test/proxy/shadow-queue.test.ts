/** The queue of a candidate: requests beyond it are dropped and counted, and a shutdown is no fault of the candidate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '#engine/host/compiled-waf.ts';
import { pauseOf } from '#proxy/shadow/batches.ts';
import type { Candidate, Judged } from '#proxy/shadow/candidate.ts';
import { decodeBatch, encodeBatch, type ShadowRequest } from '#proxy/shadow/messages.ts';
import { createShadow, type Shadow } from '#proxy/shadow/shadow.ts';
import { type Inspection, openInspection } from '#proxy/waf/inspection.ts';
import type { Profile } from '#proxy/waf/profile.ts';
import { collectGarbage } from '../helpers/collect-garbage.ts';
import { REQUEST_HEAD } from './helpers/request-head.ts';
import { stubWaf } from './helpers/stub-waf.ts';
import { until } from './helpers/until.ts';

/** As in waiting-requests.ts and batches.ts. */
const MAX_WAITING = 256;
const BATCH = 32;
const PATIENCE_MS = 60_000;
const MODULE = { sha256: 'a1', bytes: new Uint8Array() };

test('a full queue drops and counts what comes, and takes requests again when there is room', async (t) => {
  const { shadow, judging, counts } = await startShadow();
  t.after(() => shadow.close(0));
  for (let id = 0; id < MAX_WAITING + 4; id += 1) shadow.observe(inspection(`${id}`), undefined);
  assert.deepEqual(counts, { judged: 0, dropped: 4 });
  await until(() => judging.batches.length > 0);
  shadow.observe(inspection('room'), undefined);
  assert.deepEqual(counts, { judged: 0, dropped: 4 }, 'the first ones have left the queue');
  const ids: string[] = [];
  while (ids.length <= MAX_WAITING) {
    await until(() => judging.batches.length > 0);
    const batch = judging.batches.shift() ?? [];
    assert.ok(batch.length <= BATCH);
    ids.push(...batch);
    judging.finish(batch.map(() => ({ kind: 'Agreed' })));
    await nextTurn();
    assert.equal(counts.judged, ids.length);
  }
  assert.equal(ids.at(-1), 'room');
  assert.deepEqual(counts, { judged: MAX_WAITING + 1, dropped: 4 });
});

test('a request that no rule matches does not keep its transaction while it waits', async (t) => {
  const { shadow, judging, counts } = await startShadow();
  t.after(() => shadow.close(0));
  const observe = (): WeakRef<Transaction> => {
    const observed = inspection('1');
    shadow.observe(observed, undefined);
    return new WeakRef(observed.transaction);
  };
  const transaction = observe();
  await nextTurn();
  collectGarbage();
  assert.equal(transaction.deref(), undefined);
  assert.deepEqual(counts, { judged: 0, dropped: 0 });
  assert.deepEqual(judging.batches, [], 'it waits');
});

test('a batch ends with a large body', async (t) => {
  const { shadow, judging } = await startShadow();
  t.after(() => shadow.close(0));
  const body = { text: 'x'.repeat(300_000), truncated: false, decoding: undefined };
  shadow.observe(inspection('1'), undefined);
  shadow.observe(inspection('2'), body);
  shadow.observe(inspection('3'), undefined);
  await until(() => judging.batches.length > 0);
  assert.deepEqual(judging.batches, [['1', '2']]);
});

test('a body that is too large for the rest of the queue is dropped', async (t) => {
  const { shadow, counts } = await startShadow();
  t.after(() => shadow.close(0));
  const body = { text: 'x'.repeat(9_000_000), truncated: false, decoding: undefined };
  shadow.observe(inspection('1'), body);
  shadow.observe(inspection('2'), body);
  shadow.observe(inspection('3'), undefined);
  assert.deepEqual(counts, { judged: 0, dropped: 1 });
});

test('bodies that have left the queue make room for others', async (t) => {
  const { shadow, judging, counts } = await startShadow();
  t.after(() => shadow.close(0));
  const body = { text: 'x'.repeat(9_000_000), truncated: false, decoding: undefined };
  shadow.observe(inspection('1'), body);
  await until(() => judging.batches.length > 0);
  shadow.observe(inspection('2'), body);
  assert.deepEqual(counts, { judged: 0, dropped: 0 });
});

test('a shutdown waits for the verdicts on all that waits', async () => {
  const { shadow, judging, counts } = await startShadow();
  for (let id = 0; id < BATCH + 3; id += 1) shadow.observe(inspection(`${id}`), undefined);
  const closed = shadow.close(PATIENCE_MS);
  shadow.observe(inspection('late'), undefined);
  for (const size of [BATCH, 3]) {
    await until(() => judging.batches.length > 0);
    const batch = judging.batches.shift() ?? [];
    assert.equal(batch.length, size);
    judging.finish(batch.map(() => ({ kind: 'Agreed' })));
  }
  await closed;
  assert.deepEqual(counts, { judged: BATCH + 3, dropped: 1 });
});

test('requests that a shutdown interrupts count as dropped, not as faults', async () => {
  const { shadow, judging, lines, counts } = await startShadow();
  for (let id = 0; id < BATCH + 3; id += 1) shadow.observe(inspection(`${id}`), undefined);
  await until(() => judging.batches.length > 0);
  judging.judged = [{ kind: 'Agreed' }];
  await shadow.close(0);
  assert.deepEqual(counts, { judged: 1, dropped: BATCH + 2 });
  const [summary, ...others] = lines.map((line) => JSON.parse(line));
  assert.deepEqual(others, []);
  assert.deepEqual([summary.kind, summary.judged, summary.dropped], ['summary', 1, BATCH + 2]);
});

test('a thread that ends at a request has judged those before it, and those after it are dropped', async (t) => {
  const { shadow, judging, lines, counts } = await startShadow();
  t.after(() => shadow.close(0));
  for (const id of ['1', '2', '3', '4']) shadow.observe(inspection(id), undefined);
  await until(() => judging.batches.length > 0);
  judging.isAlive = false;
  const judgement = { verdict: 'deny 403', rules: [{ id: '7', message: 'no' }] };
  const fault = 'no verdict in 5 s';
  judging.finish([
    { kind: 'Judged', judgement },
    { kind: 'Agreed' },
    { kind: 'Faulted', problem: fault },
  ]);
  await nextTurn();
  assert.deepEqual(counts, { judged: 2, dropped: 2 });
  const [difference, faulted, summary] = lines.map((line) => JSON.parse(line));
  assert.deepEqual([difference.kind, difference.request_id], ['difference', '1']);
  assert.deepEqual([faulted.kind, faulted.request_id, faulted.problem], ['fault', '3', fault]);
  assert.deepEqual([summary.kind, summary.judged, summary.dropped], ['summary', 2, 2]);
});

test('another candidate takes over when the batch is judged, and the report has the verdicts of both', async (t) => {
  const { shadow, judging, lines, counts } = await startShadow();
  t.after(() => shadow.close(0));
  shadow.observe(inspection('1'), undefined);
  await until(() => judging.batches.length > 0);
  shadow.start({ ...MODULE, sha256: 'b2' });
  await nextTurn();
  const judgement = { verdict: 'deny 403', rules: [] };
  judging.finish([{ kind: 'Judged', judgement }]);
  await nextTurn();
  shadow.observe(inspection('2'), undefined);
  await until(() => judging.batches.length > 1);
  judging.finish([{ kind: 'Judged', judgement }]);
  await nextTurn();
  assert.deepEqual(counts, { judged: 2, dropped: 0 });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ kind, candidate }) => [kind, candidate]),
    [
      ['difference', 'a1'],
      ['summary', 'a1'],
      ['difference', 'b2'],
    ],
  );
});

test('the candidate pauses between requests while no others wait', () => {
  const pauses = [
    [1, 0, 20],
    [10, 0, 20],
    [BATCH, 0, 6.25],
    [BATCH, 1, 0],
  ] as const;
  for (const [count, waiting, pause] of pauses) assert.equal(pauseOf(count, waiting), pause);
  assert.equal(pauses.length, 4);
});

test('requests arrive in the thread as they were', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('');
  const head = { ...REQUEST_HEAD, target: `/${bytes}`, headers: [['X-Bytes', bytes]] as const };
  const location = [['country_code', 'AT']] as const;
  const failed = { kind: 'failed', problem: bytes, status: 415 } as const;
  const common = { head, truncated: true, verdict: 'pass' };
  const requests: readonly ShadowRequest[] = [
    { ...common, id: '1', text: bytes, decoding: failed, location },
    { ...common, id: '2', text: '', decoding: undefined, location: undefined },
  ];
  const decoded = decodeBatch(structuredClone(encodeBatch(requests, 0)));
  // What is undefined may be missing.
  assert.deepEqual(
    decoded,
    requests.map((request) => JSON.parse(JSON.stringify(request))),
  );
  assert.equal(decoded.length, 2);
  assert.equal(decoded[0]?.text, bytes);
  assert.equal(decoded[0]?.head.target, `/${bytes}`);
});

/** The candidate's thread. */
type Judging = {
  /** The ids of requests, by batch. */
  batches: string[][];
  /** What it has judged when it ends. */
  judged: readonly Judged[];
  isAlive: boolean;
  finish: (results: readonly Judged[]) => void;
};

/** With candidates whose verdicts the test gives. */
async function startShadow(): Promise<{
  shadow: Shadow;
  judging: Judging;
  lines: string[];
  counts: { judged: number; dropped: number };
}> {
  const judging: Judging = { batches: [], judged: [], isAlive: true, finish: () => {} };
  const lines: string[] = [];
  const counts = { judged: 0, dropped: 0 };
  const candidate: Candidate = {
    ready: Promise.resolve('stub'),
    judge: (requests) =>
      new Promise((resolve) => {
        judging.batches.push(requests.map(({ id }) => id));
        judging.finish = resolve;
      }),
    isAlive: () => judging.isAlive,
    end: async () => judging.finish(judging.judged),
  };
  const shadow = createShadow({
    sample: 1,
    redact: 'secrets',
    report: { write: (line) => lines.push(String(line)) },
    counters: {
      judged: () => {
        counts.judged += 1;
      },
      differs: () => {},
      dropped: (_reason, amount) => {
        counts.dropped += amount;
      },
    },
    loadFailed: assert.fail,
    profiles: () => ['stub'],
    startCandidate: () => candidate,
  });
  shadow.start(MODULE);
  await nextTurn();
  return { shadow, judging, lines, counts };
}

const PROFILE: Profile = {
  name: 'stub',
  waf: stubWaf({}),
  source: { kind: 'Bundled' },
  services: { findLocation: undefined, collections: undefined, stepLimit: 1_000_000 },
  records: undefined,
};

function inspection(id: string): Inspection {
  const policy = { mode: undefined, onError: 'closed' } as const;
  const opened = openInspection(PROFILE, REQUEST_HEAD, id, policy);
  assert.ok(opened.kind === 'Open');
  return opened.inspection;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
