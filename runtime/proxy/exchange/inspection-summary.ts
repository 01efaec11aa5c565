/** What the access log and spans show of an inspection. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Inspection } from '../waf/inspection.ts';

const MAX_RULES = 20;
const NONE: readonly number[] = [];

/** The first rules that have matched, each once. */
export function matchedRules({ transaction }: Inspection): readonly number[] {
  if (transaction.matches.length === 0) return NONE;
  const ids = new Set(transaction.matches.map(({ rule }) => rule.id));
  return [...ids].slice(0, MAX_RULES);
}

/** Undefined: rules keep none, or it is no number. */
export function anomalyScore(
  { transaction }: Inspection,
  direction: 'inbound' | 'outbound',
): number | undefined {
  const value: ByteString = transaction.txVariable(`blocking_${direction}_anomaly_score`);
  return /^-?[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
}
