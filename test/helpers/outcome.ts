/** What rules did to one request, as plain data that can be compared. */
import type { MatchDatum, Transaction } from '#engine/host/compiled-waf.ts';
import type { Interruption } from '#engine/host/interruption.ts';

export type Outcome = {
  /** Ids of the matches that the transaction lists (log or auditlog), in order. */
  readonly matched: readonly number[];
  readonly matches: readonly {
    readonly id: number;
    readonly interrupted: boolean;
    readonly data: readonly MatchDatum[];
  }[];
  readonly interruption: Interruption | undefined;
  readonly detected: Interruption | undefined;
  readonly severity: number;
  /** What ctl can change and a host sees. */
  readonly controls: Readonly<Record<string, string>>;
  readonly tx: (name: string) => string;
};

export function outcomeOf(transaction: Transaction): Outcome {
  const { matches, interruption, detected, highestSeverity } = transaction;
  return {
    matched: matches.map(({ rule }) => rule.id),
    matches: matches.map(({ rule, interrupted, data }) => ({ id: rule.id, interrupted, data })),
    interruption,
    detected,
    severity: highestSeverity,
    controls: {
      ruleEngine: transaction.ruleEngine,
      auditEngine: transaction.auditEngine,
      auditLogParts: transaction.auditLogParts,
      requestBodyAccess: String(transaction.requestBodyAccess),
      requestBodyLimit: String(transaction.requestBodyLimit),
      responseBodyAccess: String(transaction.responseBodyAccess),
      responseBodyLimit: String(transaction.responseBodyLimit),
    },
    tx: (name) => transaction.txVariable(name),
  };
}

/** `deny 403 by 12`, `redirect 302 to /x by 12`. */
export function describeInterruption(interruption: Interruption): string {
  const { kind, status, ruleId } = interruption;
  const to = interruption.kind === 'redirect' ? ` to ${interruption.location}` : '';
  return `${kind} ${status}${to} by ${ruleId}`;
}
