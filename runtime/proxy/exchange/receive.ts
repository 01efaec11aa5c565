/** Receives and inspects a request: phase 1, the body, phase 2. */
import { BODY_TOO_LARGE_MESSAGE } from '#engine/log/record-refusal.ts';
import { EMPTY_BODY } from '../body/memory-body.ts';
import { type BodyRead, readBody } from '../body/read-body.ts';
import type { StoredBody } from '../body/stored-body.ts';
import type { Accepted } from '../http/check-protocol.ts';
import {
  BODY_BROKEN,
  BODY_NOT_STORED,
  BODY_TOO_LARGE,
  BODY_TOO_SLOW,
  EXTENSIONS_TOO_LONG,
  type LocalReply,
  TRAILERS_TOO_LONG,
} from '../http/response.ts';
import { type Inspection, rejectsLongBodies } from '../waf/inspection.ts';
import { disconnection } from './disconnection.ts';
import { type Flow, profileOf } from './flow.ts';
import { inspectBody } from './inspect-body.ts';
import { prepareThread } from './inspect-elsewhere.ts';
import { inspectWithRecords } from './inspect-with-records.ts';
import { react, reply } from './reply.ts';
import { spoolFolder } from './spool-folder.ts';
import { reportUnstored } from './unstored-body.ts';

/**
 * Receives the body and runs phases 1 and 2. Returns the body of a request that may be forwarded; undefined when a
 * reply has been sent.
 */
export async function receive(flow: Flow, accepted: Accepted): Promise<StoredBody | undefined> {
  const { inspection } = flow.exchange;
  if (inspection !== undefined) {
    const verdict = await inspectWithRecords(inspection, 1, () => inspection.requestHeaders());
    if (verdict.kind === 'Blocked') flow.gateway.shadow?.observe(inspection, undefined);
    if (react(flow, verdict)) return undefined;
  }
  const body = await takeBody(flow, accepted);
  if (body === undefined) return undefined;
  flow.exchange.bytesIn = body.size;
  if (inspection === undefined || (await inspectBody(flow, inspection, body))) return body;
  await body.release();
  return undefined;
}

async function takeBody(flow: Flow, accepted: Accepted): Promise<StoredBody | undefined> {
  const { gateway, exchange, request, response } = flow;
  const { framing, expectsContinue } = accepted;
  const own = exchange.policy?.bodyLimit ?? Number.POSITIVE_INFINITY;
  const total = Math.min(own, bodyLimit(exchange.inspection));
  const isTooLong = framing.kind === 'Length' && framing.length > total;
  if (isTooLong || (flow.partialBody && Number.isFinite(total)))
    return refuseBody(flow, 'TooLarge');
  if (framing.kind === 'None') return EMPTY_BODY;
  if (expectsContinue) response.writeContinue();
  if (framing.kind === 'Length' && exchange.inspection !== undefined) {
    prepareThread(flow, exchange.inspection, framing.length);
  }
  const { settings } = profileOf(flow).waf;
  const read = await readBody(
    request,
    {
      announced: framing.kind === 'Length' ? framing.length : undefined,
      total,
      memory: settings.requestBodyInMemoryLimit,
      minRate: gateway.settings.minBodyRate,
    },
    spoolFolder(flow),
  );
  if (read.kind === 'Complete') return read.body;
  if (read.kind === 'NotStored') reportUnstored(gateway, read.error);
  if (!request.socket.destroyed) return refuseBody(flow, read.kind);
  exchange.cause ??= disconnection(gateway);
  return undefined;
}

type BodyProblem = Exclude<BodyRead['kind'], 'Complete'>;

function refuseBody(flow: Flow, problem: BodyProblem): undefined {
  const { inspection } = flow.exchange;
  const { text } = REFUSALS[problem];
  if (inspection !== undefined)
    inspection.hostRefusal = problem === 'TooLarge' ? BODY_TOO_LARGE_MESSAGE : text;
  reply(flow, REFUSALS[problem]);
}

const REFUSALS: Readonly<Record<BodyProblem, LocalReply>> = {
  TooLarge: BODY_TOO_LARGE,
  TooSlow: BODY_TOO_SLOW,
  Broken: BODY_BROKEN,
  ExtensionsTooLong: EXTENSIONS_TOO_LONG,
  TrailersTooLong: TRAILERS_TOO_LONG,
  NotStored: BODY_NOT_STORED,
};

/** Returns the limit in bytes. It applies only where a rule could block; a body that is not inspected has no limit. */
function bodyLimit(inspection: Inspection | undefined): number {
  if (inspection === undefined || !rejectsLongBodies(inspection)) return Number.POSITIVE_INFINITY;
  return inspection.transaction.requestBodyLimit;
}
