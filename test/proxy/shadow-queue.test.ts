/** The queue of a candidate: requests beyond it are dropped and counted, and a shutdown is no fault of the candidate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Candidate, Judged } from '../../runtime/proxy/shadow/candidate.ts';
import { createShadow, type Shadow } from '../../runtime/proxy/shadow/shadow.ts';
import { type Inspection, openInspection } from '../../runtime/proxy/waf/inspection.ts';
import type { Profile } from '../../runtime/proxy/waf/profile.ts';
import { REQUEST_HEAD } from './helpers/request-head.ts';
import { stubWaf } from './helpers/stub-waf.ts';

/** As in shadow.ts. */
const MAX_WAITING = 256;
const MODULE = { sha256: 'a1', bytes: new Uint8Array() };

test('a full queue drops and counts what comes, and takes requests again when there is room', async (t) => {
  const { shadow, judging, counts } = await startShadow();
  t.after(shadow.close);
  for (let id = 0; id < MAX_WAITING + 4; id += 1) shadow.observe(inspection(`${id}`), undefined);
  assert.deepEqual(counts, { judged: 0, dropped: 4 });
  await nextTurn();
  shadow.observe(inspection('room'), undefined);
  assert.deepEqual(counts, { judged: 0, dropped: 4 }, 'the first one has left the queue');
  for (let judged = 1; judged <= MAX_WAITING + 1; judged += 1) {
    judging.finish({ kind: 'Judged', judgement: { verdict: 'pass', rules: [] } });
    await nextTurn();
    assert.equal(counts.judged, judged);
  }
  assert.equal(counts.dropped, 4);
});

test('a body that is too large for the rest of the queue is dropped', async (t) => {
  const { shadow, counts } = await startShadow();
  t.after(shadow.close);
  const body = { text: 'x'.repeat(9_000_000), truncated: false, decoding: undefined };
  shadow.observe(inspection('1'), body);
  shadow.observe(inspection('2'), body);
  shadow.observe(inspection('3'), undefined);
  assert.deepEqual(counts, { judged: 0, dropped: 1 });
});

test('requests that a shutdown interrupts count as dropped, not as faults', async () => {
  const { shadow, lines, counts } = await startShadow();
  for (const id of ['1', '2', '3']) shadow.observe(inspection(id), undefined);
  await nextTurn();
  await shadow.close();
  await nextTurn();
  assert.deepEqual(counts, { judged: 0, dropped: 3 });
  const [summary, ...others] = lines.map((line) => JSON.parse(line));
  assert.deepEqual(others, []);
  assert.deepEqual([summary.kind, summary.judged, summary.dropped], ['summary', 0, 3]);
});

type Judging = { finish: (judged: Judged) => void };

/** With a candidate whose verdicts the test gives. */
async function startShadow(): Promise<{
  shadow: Shadow;
  judging: Judging;
  lines: string[];
  counts: { judged: number; dropped: number };
}> {
  const judging: Judging = { finish: () => {} };
  const lines: string[] = [];
  const counts = { judged: 0, dropped: 0 };
  const candidate: Candidate = {
    ready: Promise.resolve('stub'),
    judge: () =>
      new Promise((resolve) => {
        judging.finish = resolve;
      }),
    isAlive: () => true,
    end: async () => judging.finish({ kind: 'Faulted', problem: 'the thread has ended' }),
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
    warn: assert.fail,
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
