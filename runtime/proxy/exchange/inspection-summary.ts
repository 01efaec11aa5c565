/** What the access log and spans report about an inspection that is over. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Inspection } from '../waf/inspection.ts';

export type InspectionSummary = {
  /** The ids of the first MAX_RULES rules that matched, each once. */
  readonly matched: readonly number[];
  /** Undefined: rules have not set the variable to an integer. */
  readonly inbound: number | undefined;
  readonly outbound: number | undefined;
};

/** An exchange; undefined until the first call of `inspectionSummary`. */
type Summarized = { summary: InspectionSummary | undefined };

const MAX_RULES = 20;
const NONE: readonly number[] = [];

/** Returns the summary; the first call makes it for all. */
export function inspectionSummary(exchange: Summarized, inspection: Inspection): InspectionSummary {
  exchange.summary ??= {
    matched: matchedRules(inspection),
    inbound: anomalyScore(inspection, 'blocking_inbound_anomaly_score'),
    outbound: anomalyScore(inspection, 'blocking_outbound_anomaly_score'),
  };
  return exchange.summary;
}

function matchedRules({ transaction }: Inspection): readonly number[] {
  if (transaction.matches.length === 0) return NONE;
  const ids = new Set(transaction.matches.map(({ rule }) => rule.id));
  return [...ids].slice(0, MAX_RULES);
}

function anomalyScore({ transaction }: Inspection, variable: ByteString): number | undefined {
  const value = transaction.txVariable(variable);
  return /^-?[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
}
