/** Responses that replace the application's, with the statuses and texts of the proxy. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { denialStatus } from '#engine/host/denial-status.ts';
import type { Interruption } from '#engine/host/interruption.ts';
import type { Phase } from '#engine/host/rule-info.ts';
import { BLOCK_TEXTS } from '#proxy/waf/inspection.ts';

export type Refusal = {
  /** `drop` closes the connection; on platforms that cannot, it responds like `deny`. */
  readonly kind: 'deny' | 'drop' | 'redirect';
  readonly status: number;
  /** First line of the response body. */
  readonly text: string;
  /** What refuses the request: a rule, a check of the message, a limit of the body, a fault of the engine. */
  readonly reason: 'rule' | 'protocol' | 'body' | 'engine';
  /** Undefined: no rule. */
  readonly ruleId: number | undefined;
  /** Location of a redirect. */
  readonly location: ByteString | undefined;
};

function own(status: number, text: string, reason: Refusal['reason']): Refusal {
  return { kind: 'deny', status, text, reason, ruleId: undefined, location: undefined };
}

export const ENGINE_FAILED = own(503, 'WAF engine error', 'engine');
export const TOO_LARGE = own(413, 'Request body too large', 'body');
export const CODING_UNKNOWN = own(415, 'Unsupported Media Type: unknown Content-Encoding', 'body');
export const NOT_DECODED = own(400, 'Bad Request: body is not in its Content-Encoding', 'body');
export const NOT_WHOLE = own(400, 'Bad Request: body is shorter than its Content-Length', 'body');
export const RESPONSE_TOO_LARGE = own(500, 'Response body too large', 'rule');
export const RESPONSE_NOT_DECODED = own(502, 'Bad Gateway: response cannot be decoded', 'body');

/** Returns the refusal of a message that is too ambiguous to be inspected. */
export function malformed(status: number, reason: string): Refusal {
  return own(status, `Bad Request: ${reason}`, 'protocol');
}

/** Returns the refusal for a verdict. Rule id 0 is the engine itself: a body exceeds one of its limits. */
export function refusalOf(interruption: Interruption, phase: Phase): Refusal {
  const { kind, ruleId, status } = interruption;
  if (kind === 'deny' && ruleId === 0 && status === TOO_LARGE.status) return TOO_LARGE;
  return {
    kind,
    status: kind === 'redirect' ? status : denialStatus(status),
    text: BLOCK_TEXTS[phase],
    reason: 'rule',
    ruleId,
    location: kind === 'redirect' ? interruption.location : undefined,
  };
}
