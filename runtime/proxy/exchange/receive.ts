/** The request side of an inspection: phase 1, the body, phase 2. */

import { type BodyRead, readBody } from '../body/read-body.ts';
import { EMPTY_BODY, type StoredBody } from '../body/stored-body.ts';
import type { Accepted } from '../http/check-protocol.ts';
import {
  type Answer,
  BODY_BROKEN,
  BODY_NOT_STORED,
  BODY_TOO_LARGE,
  BODY_TOO_SLOW,
} from '../http/response.ts';
import { messageOf } from '../message-of.ts';
import type { Inspection } from '../waf/inspection.ts';
import type { Flow } from './flow.ts';
import { react, reply } from './reply.ts';

/** The body of a request that may be forwarded; undefined when the client has been answered. */
export async function receive(flow: Flow, gate: Accepted): Promise<StoredBody | undefined> {
  const { inspection } = flow.exchange;
  if (inspection !== undefined && react(flow, inspection.requestHeaders())) return undefined;
  const body = await takeBody(flow, gate);
  if (body === undefined) return undefined;
  flow.exchange.bytesIn = body.size;
  if (inspection === undefined || (await inspectBody(flow, inspection, body))) return body;
  await body.release();
  return undefined;
}

async function takeBody(flow: Flow, gate: Accepted): Promise<StoredBody | undefined> {
  const { gateway, exchange, request, response } = flow;
  const { framing, expectsContinue } = gate;
  if (framing.kind === 'none') return EMPTY_BODY;
  const total = bodyLimit(exchange.inspection);
  if (framing.kind === 'length' && framing.length > total) {
    reply(flow, BODY_TOO_LARGE);
    return undefined;
  }
  if (expectsContinue) response.writeContinue();
  const { settings } = flow.rules.guards[exchange.hostClass ?? 'web'].profile.waf;
  const read = await readBody(
    request,
    {
      announced: framing.kind === 'length' ? framing.length : undefined,
      total,
      memory: settings.requestBodyInMemoryLimit,
      minRate: gateway.settings.minBodyRate,
    },
    { directory: settings.dataDir, budget: gateway.spool, reclaimer: gateway.reclaimer },
  );
  if (read.kind === 'complete') return read.body;
  if (read.kind === 'not-stored') gateway.warn(`request body not stored: ${messageOf(read.error)}`);
  if (request.socket.destroyed) exchange.cause = 'client-gone';
  else reply(flow, REFUSALS[read.kind]);
  return undefined;
}

const REFUSALS: Readonly<Record<Exclude<BodyRead['kind'], 'complete'>, Answer>> = {
  'too-large': BODY_TOO_LARGE,
  'too-slow': BODY_TOO_SLOW,
  broken: BODY_BROKEN,
  'not-stored': BODY_NOT_STORED,
};

/** The limit refuses only where a rule could block: bodies nobody inspects have none. */
function bodyLimit(inspection: Inspection | undefined): number {
  if (inspection === undefined) return Number.POSITIVE_INFINITY;
  const { transaction, profile } = inspection;
  const refuses =
    transaction.requestBodyAccess &&
    transaction.ruleEngine === 'On' &&
    profile.waf.settings.requestBodyLimitAction === 'Reject';
  return refuses ? transaction.requestBodyLimit : Number.POSITIVE_INFINITY;
}

/** Phase 2; true when the request may pass. */
async function inspectBody(flow: Flow, inspection: Inspection, body: StoredBody): Promise<boolean> {
  const { reclaimer, largeBodies } = flow.gateway;
  const { requestBodyAccess, requestBodyLimit } = inspection.transaction;
  const limit = requestBodyAccess ? requestBodyLimit : 0;
  const judge = async (): Promise<boolean> => {
    const text = await body.text(limit);
    if (body.isLarge) reclaimer.inspecting(text.length);
    const truncated = requestBodyAccess && body.size > limit;
    return !react(flow, inspection.requestBody(text, truncated));
  };
  const judgeLarge = async (): Promise<boolean> => {
    reclaimer.reading(Math.min(body.size, limit));
    return judge();
  };
  try {
    return body.isLarge ? await largeBodies(judgeLarge) : await judge();
  } catch (error) {
    flow.gateway.warn(`request body cannot be read back: ${messageOf(error)}`);
    reply(flow, BODY_NOT_STORED);
    return false;
  }
}
