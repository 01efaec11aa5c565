/** How many requests a token bucket admits, between what the client sees of the moments. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Answer, admitted } from './flood.ts';

export type Limit = { readonly rate: number; readonly burst: number };

/** All `answers` are of one client. A bucket was asked between the moment of sending and that of the response. */
export function assertExact(
  t: Pick<TestContext, 'diagnostic'>,
  answers: readonly Answer[],
  { rate, burst }: Limit,
): void {
  const passed = admitted(answers).length;
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(passed + refused.length, answers.length, 'only 200 and 429');
  assert.ok(refused.length > 0, 'nobody was refused');
  const answeredAt = (answer: Answer): number => answer.sentAt + answer.duration;
  const firstSent = Math.min(...answers.map(({ sentAt }) => sentAt));
  const firstAnswered = Math.min(...answers.map(answeredAt));
  const lastRefused = Math.max(...refused.map(({ sentAt }) => sentAt));
  const lastPassed = Math.max(...admitted(answers).map(answeredAt));
  const least = burst + (rate * (lastRefused - firstAnswered)) / 1000 - 1;
  const most = burst + (rate * (lastPassed - firstSent)) / 1000 + 1;
  t.diagnostic(
    `${answers.length} requests, ${passed} admitted, exact is ${least.toFixed(1)} to ${most.toFixed(1)}`,
  );
  assert.ok(passed >= least && passed <= most, `${passed} is not in ${least} to ${most}`);
}
