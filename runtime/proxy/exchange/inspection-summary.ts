/** What the access log and spans report about an inspection. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Inspection } from '../waf/inspection.ts';

const MAX_RULES = 20;
const NONE: readonly number[] = [];

const SCORES = {
  inbound: 'blocking_inbound_anomaly_score',
  outbound: 'blocking_outbound_anomaly_score',
} as const;

/** Returns the ids of the first MAX_RULES rules that matched, each once. */
export function matchedRules({ transaction }: Inspection): readonly number[] {
  if (transaction.matches.length === 0) return NONE;
  const ids = new Set(transaction.matches.map(({ rule }) => rule.id));
  return [...ids].slice(0, MAX_RULES);
}

/** Returns the anomaly score; undefined when rules have not set the variable to an integer. */
export function anomalyScore(
  { transaction }: Inspection,
  direction: keyof typeof SCORES,
): number | undefined {
  const value: ByteString = transaction.txVariable(SCORES[direction]);
  return /^-?[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
}
