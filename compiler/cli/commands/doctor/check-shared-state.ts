/** Checks the store of SHARED_STATE_URL: connection, permissions, eviction policy, and clock. */
import { messageOf } from '#proxy/message-of.ts';
import { type Check, type Condition, failed, note, ok } from './condition.ts';
import { type Probe, probeStore } from './probe-store.ts';

const PART = 'shared state';
/** Milliseconds. The replicas do not depend on equal clocks, but the comparison of their logs does. */
const CLOCK_NOTE = 1000;

export const checkSharedState: Check = async ({ read }) => {
  const { sharedState, sharedTimeout } = read.settings;
  if (sharedState === undefined) return [];
  try {
    return conditionsOf(sharedState.shown, await probeStore(sharedState), sharedTimeout);
  } catch (error) {
    const hint =
      'Check that the server runs, and check user and password; docs/replicas.md has an ACL line.';
    return [failed(PART, `${sharedState.shown}: ${messageOf(error)}`, hint)];
  }
};

function conditionsOf(shown: string, probe: Probe, budget: number): readonly Condition[] {
  const conditions: Condition[] = [];
  const milliseconds = probe.milliseconds.toFixed(1);
  conditions.push(
    probe.milliseconds < budget
      ? ok(PART, `${shown} answers in ${milliseconds} ms`)
      : note(
          PART,
          `${shown} answers in ${milliseconds} ms, after SHARED_TIMEOUT`,
          'Move the store closer, or raise SHARED_TIMEOUT.',
        ),
  );
  conditions.push(
    probe.refused.length === 0
      ? ok(PART, 'the user has all permissions that are needed')
      : failed(
          PART,
          `the user lacks the permission to ${probe.refused.join('; ')}`,
          'docs/replicas.md has an ACL line.',
        ),
  );
  conditions.push(...policyOf(probe));
  const difference = Math.round(Math.abs(probe.clock));
  conditions.push(
    difference < CLOCK_NOTE
      ? ok(PART, 'its clock agrees with that of this machine')
      : note(
          PART,
          `its clock is ${difference / 1000} s from that of this machine`,
          'Limits use only the clock of the store; logs use the clock of each machine.',
        ),
  );
  return conditions;
}

function policyOf({ evictionPolicy }: Probe): readonly Condition[] {
  if (evictionPolicy === undefined)
    return [note(PART, 'its eviction policy is unknown (INFO is not permitted)')];
  if (evictionPolicy === 'noeviction') return [ok(PART, 'it evicts no keys')];
  const hint = 'Set maxmemory-policy to noeviction: eviction resets rate limits and loses bans.';
  return [note(PART, `it evicts keys when memory is full (${evictionPolicy})`, hint)];
}
