/** Decodes a request body's content codings for inspection. */
import type { Decoding } from '#engine/host/compiled-waf.ts';
import { CODING_PROBLEMS } from '#engine/host/content-codings.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { decodeBody } from '../body/decode-body.ts';
import type { StoredBody } from '../body/stored-body.ts';
import { type Coding, codingsOf } from '../http/content-coding.ts';
import {
  BODY_NOT_DECODED,
  BODY_TOO_LARGE,
  CODING_UNKNOWN,
  type LocalReply,
} from '../http/response.ts';
import { type Inspection, rejectsLongBodies } from '../waf/inspection.ts';
import { type Flow, profileOf } from './flow.ts';
import { spoolFolder } from './spool-folder.ts';

/**
 * The default of Apache's DeflateInflateRatioLimit (mod_deflate); compressed text is rarely less than a twentieth
 * of its size.
 */
const MOST_EXPANSION = 200;

export type ReadableBody = {
  /** The body that rules read: the request's own, or a decoded one. The caller releases a decoded one. */
  readonly body: StoredBody;
  /** False when `body` is only the beginning of the decoded body. */
  readonly whole: boolean;
  /** Undefined when the body has no codings. */
  readonly decoding: Decoding | undefined;
  /** The reply when the body cannot be decoded; `body` is then the undecoded one. */
  readonly refusal: LocalReply | undefined;
};

/** Decodes the body if rules read it. Rejects when the disk fails. */
export async function decodeRequest(
  flow: Flow,
  inspection: Inspection,
  body: StoredBody,
): Promise<ReadableBody> {
  const asItCame = { body, whole: true, decoding: undefined, refusal: undefined };
  const isRead = inspection.transaction.requestBodyAccess && inspection.engineError === undefined;
  if (!isRead || body.size === 0) return asItCame;
  const found = codingsOf(headerValues(flow.exchange.message.headers, 'content-encoding'));
  if (found.kind === 'Unknown') return unread(body, CODING_PROBLEMS.unknown, CODING_UNKNOWN);
  return found.codings.length === 0 ? asItCame : undo(flow, inspection, body, found.codings);
}

async function undo(
  flow: Flow,
  inspection: Inspection,
  body: StoredBody,
  codings: readonly Coding[],
): Promise<ReadableBody> {
  const rejects = rejectsLongBodies(inspection);
  const limits = {
    total: inspection.transaction.requestBodyLimit,
    memory: profileOf(flow).waf.settings.requestBodyInMemoryLimit,
    // When long bodies are not rejected, there is no ratio limit: a run of zeros would end the inspected part early.
    expansion: rejects ? MOST_EXPANSION : Number.POSITIVE_INFINITY,
  };
  const decoded = await decodeBody(body, true, codings, limits, spoolFolder(flow));
  switch (decoded.kind) {
    case 'Decoded':
      if (decoded.whole || !rejects) {
        const { body: plain, whole } = decoded;
        return { body: plain, whole, decoding: { kind: 'decoded' }, refusal: undefined };
      }
      await decoded.body.release();
      return unread(body, CODING_PROBLEMS.tooLarge, BODY_TOO_LARGE);
    case 'Broken':
      return unread(body, CODING_PROBLEMS.broken, BODY_NOT_DECODED);
    case 'TooSlow':
      return unread(body, 'takes too long to decode', BODY_TOO_LARGE);
    case 'NotStored':
      throw decoded.error;
  }
}

function unread(body: StoredBody, problem: string, refusal: LocalReply): ReadableBody {
  const { status } = refusal;
  return { body, whole: true, decoding: { kind: 'failed', problem, status }, refusal };
}
