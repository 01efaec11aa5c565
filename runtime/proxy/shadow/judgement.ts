/** What rules have decided about a request, in a form that two rule sets can be compared by. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Transaction } from '../../engine/host/compiled-waf.ts';
import { auditMessages } from '../../engine/log/audit-messages.ts';
import type { Redaction } from '../../engine/log/redact.ts';

/** `pass`, or what the interruption is: `deny 403`. In detect mode what it would be. */
export type Verdict = string;

export type MatchedRule = {
  readonly id: string;
  readonly message: ByteString;
  readonly data?: ByteString;
};

export type Judgement = { readonly verdict: Verdict; readonly rules: readonly MatchedRule[] };

/** How a candidate differs from the rules in force. */
export type Change = 'new_block' | 'lost_block' | 'other_answer';

export function verdictOf({ interruption, detected }: Transaction): Verdict {
  const found = interruption ?? detected;
  return found === undefined ? 'pass' : `${found.kind} ${found.status}`;
}

/** The rules of the audit record, redacted like it. */
export function rulesOf(transaction: Transaction, redact: Redaction): MatchedRule[] {
  const { messages } = auditMessages(transaction, redact);
  return messages.map(({ rule_id: id, message, data }) => ({
    id,
    message,
    ...(data !== undefined && { data }),
  }));
}

/** Undefined: both decide the same. */
export function changeOf(live: Verdict, shadow: Verdict): Change | undefined {
  if (live === shadow) return undefined;
  if (live === 'pass') return 'new_block';
  return shadow === 'pass' ? 'lost_block' : 'other_answer';
}
