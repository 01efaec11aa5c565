/** Phase 2 of a body that an adapter has received: limits, content codings, the rules. */
import type { Decoding, Header } from '#engine/host/compiled-waf.ts';
import { CODING_PROBLEMS, contentCodings, MOST_CODINGS } from '#engine/host/content-codings.ts';
import { headerValues } from '#engine/host/header-values.ts';
import type { Exchange } from './exchange.ts';
import { CODING_UNKNOWN, NOT_DECODED, type Refusal, TOO_LARGE } from './refusal.ts';
import { byteString } from './text.ts';

export type ReceivedBody = {
  /** The whole body, or its beginning with at least as many bytes as rules read. */
  readonly bytes: Uint8Array;
  readonly whole: boolean;
};

export type Decoded =
  /** `whole` is false when the result exceeds the limit, or when only the beginning of the body was decoded. */
  | { readonly kind: 'Decoded'; readonly bytes: Uint8Array; readonly whole: boolean }
  | { readonly kind: 'Broken' }
  | { readonly kind: 'Unknown' };

/**
 * Undoes content codings, listed in the order in which they were applied. `limit`: bytes of the result. `whole` is
 * false when `bytes` are only the beginning of the body.
 */
export type Decode<Result extends Decoded | Promise<Decoded>> = (
  codings: readonly string[],
  bytes: Uint8Array,
  limit: number,
  whole: boolean,
) => Result;

const NONE: readonly string[] = [];

/**
 * Returns the codings to undo before rules read the body of a request or response; none when the body is empty, or longer than
 * the limit and refused for that.
 */
export function codingsToUndo(
  headers: readonly Header[],
  { bytes, whole }: ReceivedBody,
  refusesLong: boolean,
): readonly string[] {
  return bytes.length === 0 || (!whole && refusesLong) ? NONE : codingsOf(headers);
}

/**
 * Runs phase 2. Bodies over the limit are refused; with ProcessPartial and in detection mode rules see their beginning. `decoded` undefined:
 * there are no codings.
 */
export function inspectRequestBody(
  exchange: Exchange,
  { bytes, whole }: ReceivedBody,
  limit: number,
  decoded: Decoded | undefined,
): Refusal | undefined {
  if (!whole && exchange.refusesLongBodies()) return exchange.refuse(TOO_LARGE);
  if (decoded === undefined) return exchange.requestBody(byteString(bytes, limit), !whole);
  if (decoded.kind === 'Decoded') {
    if (!decoded.whole && exchange.refusesLongBodies())
      return undecoded(exchange, 'tooLarge', bytes, limit);
    const isCut = !whole || !decoded.whole;
    return exchange.requestBody(byteString(decoded.bytes, limit), isCut, { kind: 'decoded' });
  }
  return undecoded(exchange, decoded.kind === 'Unknown' ? 'unknown' : 'broken', bytes, limit);
}

/** Returns the content codings of a message, in the order in which they were applied, without `identity`. */
export function codingsOf(headers: readonly Header[]): readonly string[] {
  return contentCodings(headerValues(headers, 'content-encoding'));
}

export function decodeUpTo<Result extends Decoded | Promise<Decoded>>(
  codings: readonly string[],
  bytes: Uint8Array,
  limit: number,
  whole: boolean,
  decode: Decode<Result>,
): Result | { readonly kind: 'Unknown' } {
  if (codings.length > MOST_CODINGS) return { kind: 'Unknown' };
  return decode(codings, bytes, limit, whole);
}

const REFUSALS: Readonly<Record<keyof typeof CODING_PROBLEMS, Refusal>> = {
  unknown: CODING_UNKNOWN,
  broken: NOT_DECODED,
  tooLarge: TOO_LARGE,
};

/**
 * Runs phase 2 of a body that cannot be decoded. Rules see the reason, for the record; in detection mode they read
 * the body as received.
 */
function undecoded(
  exchange: Exchange,
  kind: keyof typeof CODING_PROBLEMS,
  bytes: Uint8Array,
  limit: number,
): Refusal | undefined {
  const refusal = REFUSALS[kind];
  const problem = CODING_PROBLEMS[kind];
  const decoding: Decoding = { kind: 'failed', problem, status: refusal.status };
  if (!exchange.blocks()) return exchange.requestBody(byteString(bytes, limit), false, decoding);
  exchange.requestBody('', false, decoding);
  return exchange.refuseAnyway(refusal);
}
