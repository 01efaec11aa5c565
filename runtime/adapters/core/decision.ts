/** The decision of the rules on a request, as plain data for applications. */
import type { RuleMatch, Transaction } from '#engine/host/compiled-waf.ts';
import type { Refusal } from './refusal.ts';

export type Decision = {
  /** Id of the request, which the audit record and the response also show. */
  readonly id: string;
  readonly denied: boolean;
  readonly action: 'pass' | Refusal['kind'];
  /** Undefined: the application responds. */
  readonly status: number | undefined;
  readonly reason: Refusal['reason'] | undefined;
  /** The rule that decided; undefined: none. */
  readonly ruleId: number | undefined;
  /** Location of a redirect. */
  readonly location: string | undefined;
  /** In detection mode: the request would have been denied. */
  readonly detected: boolean;
  /** Inbound anomaly score; 0 when the rules have none. */
  readonly score: number;
  readonly matches: readonly RuleMatch[];
};

/** Returns the decision. `transaction` undefined: the engine could not open one. */
export function decisionOf(
  id: string,
  refusal: Refusal | undefined,
  transaction: Transaction | undefined,
): Decision {
  const detected = transaction?.detected;
  return {
    id,
    denied: refusal !== undefined,
    action: refusal?.kind ?? 'pass',
    status: refusal?.status,
    reason: refusal?.reason,
    ruleId: refusal?.ruleId ?? detected?.ruleId,
    location: refusal?.location,
    detected: detected !== undefined,
    score: Number(transaction?.txVariable('blocking_inbound_anomaly_score') ?? 0) || 0,
    matches: transaction?.matches ?? [],
  };
}
