/** Checks the store of SHARED_STATE_URL: connection, permissions, eviction policy, and clock. */
import { messageOf } from '../../../../runtime/proxy/message-of.ts';
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
      'Is the server there, and are user and password right? docs/replicas.md has an ACL line.';
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
          'Put it nearer, or wait longer.',
        ),
  );
  conditions.push(
    probe.refused.length === 0
      ? ok(PART, 'the user may do all that is needed')
      : failed(
          PART,
          `the user may not: ${probe.refused.join('; ')}`,
          'docs/replicas.md has an ACL line.',
        ),
  );
  conditions.push(...policyOf(probe));
  const difference = Math.round(Math.abs(probe.clock));
  conditions.push(
    difference < CLOCK_NOTE
      ? ok(PART, 'its clock is that of this machine')
      : note(
          PART,
          `its clock is ${difference / 1000} s from that of this machine`,
          'Limits go by its clock alone; logs of several machines do not.',
        ),
  );
  return conditions;
}

function policyOf({ evictionPolicy }: Probe): readonly Condition[] {
  if (evictionPolicy === undefined)
    return [note(PART, 'its eviction policy is not to be seen (INFO is not allowed)')];
  if (evictionPolicy === 'noeviction') return [ok(PART, 'it evicts no keys')];
  const hint = 'Set maxmemory-policy to noeviction: an evicted key is a full bucket or a lost ban.';
  return [note(PART, `it evicts keys when memory is full (${evictionPolicy})`, hint)];
}
