/** Decodes a response body's content codings for inspection. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Decoding, ResponseHead } from '#engine/host/compiled-waf.ts';
import { CODING_PROBLEMS } from '#engine/host/content-codings.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { decodeBody } from '../body/decode-body.ts';
import { memoryBody } from '../body/memory-body.ts';
import { codingsOf } from '../http/content-coding.ts';
import { RESPONSE_NOT_DECODED } from '../http/response.ts';
import type { Flow } from './flow.ts';
import { spoolFolder } from './spool-folder.ts';

const { status } = RESPONSE_NOT_DECODED;

export type ResponseText = {
  /** The first `limit` bytes; those of the undecoded body when decoding failed. */
  readonly text: ByteString;
  /** True when the body is longer than `text`. */
  readonly truncated: boolean;
  /** Undefined when the body has no codings. */
  readonly decoding: Decoding | undefined;
};

/**
 * Decodes the response body in `held`. When `whole` is false, `held` is only its beginning. `limit`: bytes of
 * `text`.
 */
export async function decodeResponse(
  flow: Flow,
  head: ResponseHead,
  held: readonly Buffer[],
  whole: boolean,
  limit: number,
): Promise<ResponseText> {
  const body = memoryBody(held);
  const asItCame = async (decoding: Decoding | undefined): Promise<ResponseText> => ({
    text: await body.text(limit),
    truncated: !whole,
    decoding,
  });
  const found = codingsOf(headerValues(head.headers, 'content-encoding'));
  if (body.size === 0) return asItCame(undefined);
  if (found.kind === 'Unknown') {
    return asItCame({ kind: 'failed', problem: CODING_PROBLEMS.unknown, status });
  }
  if (found.codings.length === 0) return asItCame(undefined);
  const unlimited = Number.POSITIVE_INFINITY;
  const limits = { total: limit, memory: unlimited, expansion: unlimited };
  const decoded = await decodeBody(body, whole, found.codings, limits, spoolFolder(flow));
  if (decoded.kind !== 'Decoded') {
    return asItCame({ kind: 'failed', problem: CODING_PROBLEMS.broken, status });
  }
  const text = await decoded.body.text(limit);
  return { text, truncated: !decoded.whole, decoding: { kind: 'decoded' } };
}
