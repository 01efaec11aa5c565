/** The decision of rules about a request, in a form in which two rule sets can be compared. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Transaction } from '#engine/host/compiled-waf.ts';
import { auditMessages } from '#engine/log/audit-messages.ts';
import type { Redaction } from '#engine/log/redact.ts';

/**
 * `pass`, or the kind and status of the interruption, such as `deny 403`; in detect mode that of the suppressed
 * interruption.
 */
export type Verdict = string;

export type MatchedRule = {
  readonly id: string;
  readonly message: ByteString;
  readonly data?: ByteString;
};

export type Judgement = { readonly verdict: Verdict; readonly rules: readonly MatchedRule[] };

/** How a candidate differs from the rules in force. */
export type Change = 'new_block' | 'lost_block' | 'other_response';

export function verdictOf({ interruption, detected }: Transaction): Verdict {
  const found = interruption ?? detected;
  return found === undefined ? 'pass' : `${found.kind} ${found.status}`;
}

/** Returns the rules of the audit record, with the same redaction. */
export function rulesOf(transaction: Transaction, redact: Redaction): MatchedRule[] {
  const { messages } = auditMessages(transaction, redact);
  return messages.map(({ rule_id: id, message, data }) => ({
    id,
    message,
    ...(data !== undefined && { data }),
  }));
}

/** Returns the kind of difference; undefined when both verdicts are equal. */
export function changeOf(live: Verdict, shadow: Verdict): Change | undefined {
  if (live === shadow) return undefined;
  if (live === 'pass') return 'new_block';
  return shadow === 'pass' ? 'lost_block' : 'other_response';
}
