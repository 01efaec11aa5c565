/** Phase 4 of a body with which an application responds: limits, failures to decode, the rules. */
import type { Decoding } from '#engine/host/compiled-waf.ts';
import { CODING_PROBLEMS } from '#engine/host/content-codings.ts';
import type { Exchange } from './exchange.ts';
import { RESPONSE_NOT_DECODED, RESPONSE_TOO_LARGE, type Refusal } from './refusal.ts';
import type { Decoded, ReceivedBody } from './request-body.ts';
import { byteString } from './text.ts';

/** Runs phase 4. `decoded` undefined: there are no codings. */
export function inspectResponseBody(
  exchange: Exchange,
  { bytes, whole }: ReceivedBody,
  limit: number,
  decoded: Decoded | undefined,
): Refusal | undefined {
  const isWhole = whole && (decoded?.kind !== 'Decoded' || decoded.whole);
  if (!isWhole && exchange.refusesLongResponses()) return exchange.refuse(RESPONSE_TOO_LARGE);
  if (decoded === undefined) return exchange.responseBody(byteString(bytes, limit), !whole);
  if (decoded.kind === 'Decoded')
    return exchange.responseBody(byteString(decoded.bytes, limit), !isWhole, { kind: 'decoded' });
  const decoding: Decoding = {
    kind: 'failed',
    problem: decoded.kind === 'Unknown' ? CODING_PROBLEMS.unknown : CODING_PROBLEMS.broken,
    status: RESPONSE_NOT_DECODED.status,
  };
  // In detection mode rules read the body as it is sent.
  if (!exchange.blocks()) return exchange.responseBody(byteString(bytes, limit), !whole, decoding);
  exchange.responseBody('', false, decoding);
  return RESPONSE_NOT_DECODED;
}
