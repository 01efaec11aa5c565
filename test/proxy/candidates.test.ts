/** After which failures of an attempt the next backend is tried, and what is noted about the backend that failed. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import type { Backend, Candidates } from '#proxy/backend/backend.ts';
import type { BackendFailure } from '#proxy/backend/backend-failure.ts';
import { type FailedAttempt, tryCandidates } from '#proxy/backend/candidates.ts';
import { rowTitle } from '../helpers/row-title.ts';

const agent = new Agent();

function backend(label: string): Backend {
  return {
    address: { path: label },
    label,
    weight: 1,
    downUntil: 0,
    isHealthy: true,
    recoveredAt: Number.NEGATIVE_INFINITY,
    inProgress: 0,
    failures: 0,
    checks: { succeeded: 0, failed: 0 },
    connect: () => assert.fail('nothing connects'),
    agents: { repeatable: agent, once: agent, fresh: agent },
    close: () => {},
  };
}

/** The first attempt fails in this way; all others get a response. */
type Row = Pick<FailedAttempt, 'connected' | 'repeatable'> & {
  readonly kind: BackendFailure['kind'];
  readonly retries: number;
  readonly tried: string;
  /** Whether the first backend is skipped for a while. */
  readonly isDown: boolean;
};

const UNSENT = { connected: false, repeatable: false, retries: 0 };
const SENT = { connected: true, retries: 1, isDown: false };
const ROWS: readonly Row[] = [
  { kind: 'refused', ...UNSENT, tried: 'a b', isDown: true },
  // A fault of this machine says nothing about the backend, and the next attempt would have it, too.
  { kind: 'local', ...UNSENT, tried: 'a', isDown: false },
  { kind: 'closed', ...SENT, repeatable: true, tried: 'a b' },
  { kind: 'closed', ...SENT, repeatable: true, retries: 0, tried: 'a' },
  { kind: 'timeout', ...SENT, repeatable: false, tried: 'a' },
];

test('a failure leads to the next backend, or ends the request', async (t) => {
  for (const { kind, connected, repeatable, retries, tried, isDown } of ROWS) {
    await t.test(rowTitle(`${kind}, connected ${connected}, ${retries} retries`), async () => {
      const members = [backend('a'), backend('b')];
      const candidates: Candidates = {
        next: (skipped) => members.find((each) => !skipped.has(each)),
        hasHealthy: () => true,
      };
      const labels: string[] = [];
      const policy = { downMs: 60_000, retries };
      const result = await tryCandidates(
        candidates,
        policy,
        () => true,
        async ({ label }) => {
          labels.push(label);
          if (labels.length > 1) return { kind: 'Responded' } as const;
          return { kind: 'Failed', failure: { kind, text: kind }, connected, repeatable };
        },
      );
      assert.equal(labels.join(' '), tried);
      assert.equal(result.kind, labels.length > 1 ? 'Taken' : 'Failed');
      assert.equal((members[0]?.downUntil ?? 0) > performance.now(), isDown);
      assert.equal(members[0]?.failures, 1);
    });
  }
  assert.equal(ROWS.length, 5);
});
