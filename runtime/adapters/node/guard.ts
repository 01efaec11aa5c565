/** What all frameworks on node:http have in common: a request through phases 1 and 2, its answer through the rest. */
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../core/exchange.ts';
import type { Inspector } from '../core/inspector.ts';
import { malformed, type Refusal } from '../core/refusal.ts';
import { inspectRequestBody } from '../core/request-body.ts';
import { decodeWithZlib } from './decode-body.ts';
import { guardResponse } from './guard-response.ts';
import { ClientGone, type HeldBody, holdBody } from './hold-body.ts';
import { type FrameworkRequest, type Message, messageOf } from './request-message.ts';

export type Guarded =
  /** The application may answer. */
  { readonly kind: 'Passed'; readonly exchange: Exchange } | Refused | { readonly kind: 'Gone' };

export type Refused = {
  readonly kind: 'Refused';
  readonly exchange: Exchange;
  readonly refusal: Refusal;
};

/** `clientAddress` undefined: the peer's. */
export async function guard(
  inspector: Inspector,
  request: FrameworkRequest,
  response: ServerResponse,
  clientAddress: string | undefined,
): Promise<Guarded> {
  const message = messageOf(request, clientAddress);
  const exchange = inspector.open(message.head);
  response.once('close', exchange.close);
  try {
    const refusal = await inspectRequest(exchange, request, response, message);
    if (refusal !== undefined) return { kind: 'Refused', exchange, refusal };
    guardResponse(request, response, exchange);
    return { kind: 'Passed', exchange };
  } catch (error) {
    if (error instanceof ClientGone) return { kind: 'Gone' };
    const refusal = exchange.fail(error);
    return refusal === undefined
      ? { kind: 'Passed', exchange }
      : { kind: 'Refused', exchange, refusal };
  }
}

async function inspectRequest(
  exchange: Exchange,
  request: FrameworkRequest,
  response: ServerResponse,
  { head, refused, hasBody }: Message,
): Promise<Refusal | undefined> {
  const verdict = exchange.requestHeaders();
  if (verdict !== undefined) return verdict;
  if (refused !== undefined) {
    const refusal = exchange.refuse(malformed(refused.status, refused.reason));
    if (refusal !== undefined) return refusal;
  }
  const limit = exchange.bodyLimit();
  if (!hasBody || limit === undefined) return exchange.requestBody('');
  const held = await holdBody(request, limit);
  // As Node does with a body that nobody reads.
  response.once('finish', () => request.readableEnded || request.resume());
  return judge(exchange, head.headers, held, limit);
}

async function judge(
  exchange: Exchange,
  headers: Message['head']['headers'],
  held: HeldBody,
  limit: number,
): Promise<Refusal | undefined> {
  let passes = true;
  try {
    const refusal = await inspectRequestBody(exchange, headers, held, limit, decodeWithZlib);
    passes = refusal === undefined;
    return refusal;
  } finally {
    if (passes) held.release();
    else held.discard();
  }
}
