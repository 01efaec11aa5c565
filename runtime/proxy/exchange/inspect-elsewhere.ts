/** Inspects a large request body in another thread, so that the event loop serves other requests meanwhile. */
import type { Decoding } from '#engine/host/compiled-waf.ts';
import type { StoredBody } from '../body/stored-body.ts';
import { NOT_INSPECTED } from '../http/response.ts';
import type { Job } from '../threads/inspection-thread.ts';
import type { ModuleSources } from '../threads/messages.ts';
import type { Inspection, Verdict } from '../waf/inspection.ts';
import type { Profile } from '../waf/profile.ts';
import { type Flow, profileOf } from './flow.ts';
import { inspectWithRecords } from './inspect-with-records.ts';
import { react, refuse } from './reply.ts';

export type LargeBody = {
  readonly body: StoredBody;
  /** How many bytes of the body rules read. */
  readonly length: number;
  readonly truncated: boolean;
  readonly decoding: Decoding | undefined;
};

/** Returns true when another thread inspects the body. `length`: how many bytes of it rules would read. */
export function isForThread({ gateway }: Flow, inspection: Inspection, length: number): boolean {
  const { bodyInspector } = gateway;
  if (bodyInspector === undefined || length <= bodyInspector.threshold) return false;
  const { profile, transaction, engineError } = inspection;
  return (
    profile.waf.transfer !== undefined && engineError === undefined && transaction.requestBodyAccess
  );
}

/**
 * Starts the thread for an announced body of `length` bytes, because a thread takes as long to start as many a body to
 * arrive. It starts none when rules do not read the files of the body: the event loop probably inspects that.
 */
export function prepareThread(flow: Flow, inspection: Inspection, length: number): void {
  const { transaction, profile } = inspection;
  if (!isForThread(flow, inspection, Math.min(length, transaction.requestBodyLimit))) return;
  if (profile.waf.transfer?.partlyRead?.(transaction) !== undefined) return;
  flow.gateway.bodyInspector?.prepare(sourcesFor(flow, profile));
}

/**
 * Returns the modules of all profiles, which one thread serves. That of the request's own profile may be an earlier one,
 * because a reload leaves a policy as it was when it finds a mistake in its files.
 */
function sourcesFor({ rules }: Flow, { name, source }: Profile): ModuleSources {
  const inForce = rules.profiles.map((each) => [each.name, each.source] as const);
  return new Map([...inForce, [name, source]]);
}

/**
 * Inspects the body in another thread. Returns true when the request may pass; otherwise a reply has been sent or
 * the client has disconnected.
 */
export async function judgeElsewhere(
  flow: Flow,
  inspection: Inspection,
  large: LargeBody,
): Promise<boolean> {
  const work = inspectElsewhere(flow, inspection, large);
  flow.exchange.inspecting = work;
  try {
    return await work;
  } finally {
    flow.exchange.inspecting = undefined;
  }
}

async function inspectElsewhere(
  flow: Flow,
  inspection: Inspection,
  { body, length, truncated, decoding }: LargeBody,
): Promise<boolean> {
  const { gateway, exchange, response } = flow;
  const left = new AbortController();
  const leave = (): void => left.abort();
  response.once('close', leave);
  if (response.destroyed) leave();
  const waiting = {
    client: exchange.clientAddress,
    bytes: body.size,
    gone: left.signal,
    // Receiving and sending bodies has left garbage in this thread; it is freed, because the other thread needs the
    // memory.
    begins: () => gateway.reclaimer.reading(length),
  };
  let isGone = false;
  const run = async (): Promise<Verdict> => {
    const verdict = await inspection.requestBodyElsewhere(async (state) => {
      if (gateway.bodyInspector === undefined) return { kind: 'Gone' };
      const lent = body.lend(length);
      const profile = profileOf(flow);
      const job: Job = {
        profile,
        transaction: inspection.transaction,
        state,
        body: lent.source,
        truncated,
        decoding,
      };
      try {
        return await gateway.bodyInspector.inspect(waiting, sourcesFor(flow, profile), job);
      } finally {
        lent.giveBack();
      }
    }, length);
    isGone = verdict === undefined;
    return verdict ?? { kind: 'Pass' };
  };
  const verdict = await inspectWithRecords(inspection, 2, run);
  response.off('close', leave);
  if (isGone) return false;
  if (verdict.kind === 'Blocked' && inspection.transaction.stopReason !== undefined) {
    refuse(flow, NOT_INSPECTED);
    return false;
  }
  return !react(flow, verdict);
}
