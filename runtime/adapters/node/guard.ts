/**
 * The common part of all frameworks on node:http: a request goes through phases 1 and 2, its response through the
 * others.
 */
import type { ServerResponse } from 'node:http';
import type { Header } from '#engine/host/compiled-waf.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Inspector } from '../core/inspector.ts';
import { malformed, type Refusal } from '../core/refusal.ts';
import { codingsToUndo, decodeUpTo, inspectRequestBody } from '../core/request-body.ts';
import { decodeBeginningWithZlib, decodeWithZlib } from './decode-body.ts';
import { guardResponse } from './guard-response.ts';
import { ClientGone, type HeldBody, holdBody, mustBeRead } from './hold-body.ts';
import {
  type FrameworkRequest,
  type Message,
  messageOf,
  type Received,
} from './request-message.ts';

export type Guarded =
  /** Passed: the application may respond. */
  { readonly kind: 'Passed'; readonly exchange: Exchange } | Refused | { readonly kind: 'Gone' };

export type Refused = {
  readonly kind: 'Refused';
  readonly exchange: Exchange;
  readonly refusal: Refusal;
};

/** Returns the result directly, unless there is a body to wait for. The promise never rejects. */
export function guard(
  inspector: Inspector,
  received: Received,
  response: ServerResponse,
): Guarded | Promise<Guarded> {
  const { request } = received;
  // Middleware before the adapter may have run longer than the client waited.
  if (request.aborted || response.destroyed || request.destroyed) return { kind: 'Gone' };
  const message = messageOf(received);
  const exchange = inspector.open(message.head);
  response.on('close', exchange.close);
  try {
    const refusal = inspectHead(exchange, message);
    if (refusal !== undefined) return { kind: 'Refused', exchange, refusal };
    const limit = exchange.bodyLimit();
    if (message.hasBody && limit !== undefined) {
      return guardBody(request, response, exchange, message.head.headers, limit);
    }
    return decide(request, response, exchange, exchange.requestBody(''));
  } catch (error) {
    return failed(exchange, error);
  }
}

/** Runs phase 1 and refuses ambiguous messages. */
function inspectHead(exchange: Exchange, { refused }: Message): Refusal | undefined {
  const verdict = exchange.requestHeaders();
  if (verdict !== undefined || refused === undefined) return verdict;
  return exchange.refuse(malformed(refused.status, refused.reason));
}

/** Waits for the body and runs phase 2. Never rejects. */
async function guardBody(
  request: FrameworkRequest,
  response: ServerResponse,
  exchange: Exchange,
  headers: readonly Header[],
  limit: number,
): Promise<Guarded> {
  // As Node does with a body that nobody reads.
  if (mustBeRead(request)) response.on('finish', () => request.readableEnded || request.resume());
  try {
    const held = await holdBody(request, limit);
    return decide(request, response, exchange, judge(exchange, headers, held, limit));
  } catch (error) {
    return failed(exchange, error);
  }
}

function decide(
  request: FrameworkRequest,
  response: ServerResponse,
  exchange: Exchange,
  refusal: Refusal | undefined,
): Guarded {
  if (refusal !== undefined) return { kind: 'Refused', exchange, refusal };
  guardResponse(request, response, exchange);
  return { kind: 'Passed', exchange };
}

function failed(exchange: Exchange, error: unknown): Guarded {
  if (error instanceof ClientGone) {
    exchange.close();
    return { kind: 'Gone' };
  }
  const refusal = exchange.fail(error);
  return refusal === undefined
    ? { kind: 'Passed', exchange }
    : { kind: 'Refused', exchange, refusal };
}

function judge(
  exchange: Exchange,
  headers: readonly Header[],
  held: HeldBody,
  limit: number,
): Refusal | undefined {
  let passes = true;
  try {
    const refusesLong = exchange.refusesLongBodies();
    const codings = codingsToUndo(headers, held, refusesLong);
    const decode = refusesLong ? decodeWithZlib : decodeBeginningWithZlib;
    const decoded =
      codings.length === 0 ? undefined : decodeUpTo(codings, held.bytes, limit, held.whole, decode);
    const refusal = inspectRequestBody(exchange, held, limit, decoded);
    passes = refusal === undefined;
    return refusal;
  } finally {
    if (passes) held.release();
    else held.discard();
  }
}
