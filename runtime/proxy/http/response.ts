/** Local replies, which the proxy generates itself: their statuses and texts (docs/spec/service.md#statuses). */
import { STATUS_CODES } from 'node:http';
import type { Header } from '#engine/host/compiled-waf.ts';
import { denialStatus } from '#engine/host/denial-status.ts';
import type { Interruption } from '#engine/host/interruption.ts';
import type { Phase } from '#engine/host/rule-info.ts';
import { BLOCK_TEXTS } from '../waf/inspection.ts';
import type { Refused } from './check-protocol.ts';
import { ACCEPTED_CODINGS } from './content-coding.ts';

/** Why an exchange did not end with the backend's response; shown in the access log and in metrics. */
export type Cause =
  | 'protocol'
  | 'geo'
  | 'rate'
  | 'ban'
  | 'shared'
  | 'bot'
  | 'host'
  | 'policy'
  | 'rule'
  | 'body'
  | 'engine'
  | 'upstream'
  | 'internal'
  | 'client-gone'
  | 'shutdown';

export type LocalReply = {
  readonly status: number;
  /** First line of the body. */
  readonly text: string;
  readonly cause: Cause;
  readonly headers: readonly Header[];
};

/** How a verdict is enforced: by a reply, or by closing the connection. */
export type Reaction =
  | { readonly kind: 'Reply'; readonly localReply: LocalReply }
  | { readonly kind: 'Drop' };

export function localReply(
  status: number,
  text: string,
  cause: Cause,
  headers: readonly Header[] = [],
): LocalReply {
  return { status, text, cause, headers };
}

const RETRY_AFTER: readonly Header[] = [['Retry-After', '1']];

export const GEO_BLOCKED = localReply(403, 'Access denied by GeoIP policy', 'geo');
export const CLIENT_BANNED = localReply(403, 'Address banned', 'ban');
export const SHARED_STATE_AWAY = localReply(
  503,
  'Service Unavailable: shared state away',
  'shared',
  RETRY_AFTER,
);
export const BOT_BLOCKED = localReply(403, 'Bot blocked', 'bot');
export const HOST_UNKNOWN = localReply(403, 'WAF not configured for this host', 'host');
export const PATH_AMBIGUOUS = localReply(
  400,
  'Bad Request: servers read this path differently',
  'policy',
);
export const NO_BACKEND = localReply(502, 'Bad Gateway: no backend for this host', 'upstream');
export const BACKEND_BUSY = localReply(
  503,
  'Service Unavailable: backend busy',
  'upstream',
  RETRY_AFTER,
);
export const BACKENDS_UNHEALTHY = localReply(
  503,
  'Service Unavailable: no healthy backend',
  'upstream',
  RETRY_AFTER,
);
export const BODY_TOO_LARGE = localReply(413, 'Request body too large', 'body');
export const BODY_TOO_SLOW = localReply(408, 'Request Timeout: body too slow', 'body');
export const BODY_BROKEN = localReply(400, 'Bad Request: malformed body', 'protocol');
export const EXTENSIONS_TOO_LONG = localReply(
  413,
  'Payload Too Large: chunk extensions too large',
  'protocol',
);
export const TRAILERS_TOO_LONG = localReply(
  431,
  'Request Header Fields Too Large: trailers too large',
  'protocol',
);
export const BODY_NOT_STORED = localReply(
  503,
  'Service Unavailable: body not stored',
  'body',
  RETRY_AFTER,
);
export const NOT_INSPECTED = localReply(
  503,
  'Service Unavailable: body not inspected',
  'engine',
  RETRY_AFTER,
);
export const BODY_NOT_DECODED = localReply(
  400,
  'Bad Request: body is not in its Content-Encoding',
  'body',
);
export const CODING_UNKNOWN = localReply(
  415,
  'Unsupported Media Type: unknown Content-Encoding',
  'body',
  [['Accept-Encoding', ACCEPTED_CODINGS]],
);
export const RESPONSE_NOT_DECODED = localReply(
  502,
  'Bad Gateway: response cannot be decoded',
  'upstream',
);
export const ENGINE_ERROR = localReply(503, 'WAF engine error', 'engine');
export const RESPONSE_TOO_LARGE = localReply(500, 'Response body too large', 'rule');
export const INTERNAL_ERROR = localReply(500, 'Internal Server Error', 'internal');

/** Returns the reply to a client over its rate limit. `waitMs`: milliseconds until a token is available. */
export function rateLimited(waitMs: number): LocalReply {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return localReply(429, 'Too Many Requests', 'rate', [['Retry-After', String(seconds)]]);
}

/** Returns the reply to a method that the policy does not allow. */
export function methodRefused(methods: readonly string[]): LocalReply {
  return localReply(405, 'Method Not Allowed', 'policy', [['Allow', methods.join(', ')]]);
}

/**
 * Returns the reply to a message that fails the protocol checks: the standard phrase of the status, then the
 * reason.
 */
export function protocolRefusal({ status, reason, headers }: Refused): LocalReply {
  return localReply(status, `${STATUS_CODES[status] ?? 'Error'}: ${reason}`, 'protocol', headers);
}

/** Returns how an interruption is enforced on the client. */
export function reactionTo(interruption: Interruption, phase: Phase): Reaction {
  switch (interruption.kind) {
    case 'drop':
      return { kind: 'Drop' };
    case 'redirect':
      return {
        kind: 'Reply',
        localReply: localReply(interruption.status, BLOCK_TEXTS[phase], 'rule', [
          ['Location', interruption.location],
        ]),
      };
    case 'deny':
      return {
        kind: 'Reply',
        localReply: denial(interruption.status, interruption.ruleId, phase),
      };
  }
}

/**
 * Returns the reply of a `deny`. Rule id 0 means that the engine interrupted because a body exceeds one of its
 * limits.
 */
function denial(status: number, ruleId: number, phase: Phase): LocalReply {
  if (ruleId === 0 && status === BODY_TOO_LARGE.status) return BODY_TOO_LARGE;
  return localReply(denialStatus(status), BLOCK_TEXTS[phase], 'rule');
}
