/** Variables of OWASP CRS 3, and their names in CRS 4. */

/** Names ending in `_plN` are listed for each level. */
export const crs3Names: ReadonlyMap<string, string> = new Map([
  ['anomaly_score', 'blocking_inbound_anomaly_score'],
  ['inbound_anomaly_score', 'blocking_inbound_anomaly_score'],
  ['outbound_anomaly_score', 'blocking_outbound_anomaly_score'],
  ...['1', '2', '3', '4'].map(
    (level) => [`anomaly_score_pl${level}`, `inbound_anomaly_score_pl${level}`] as const,
  ),
  ['paranoia_level', 'blocking_paranoia_level'],
  ['executing_paranoia_level', 'detection_paranoia_level'],
  ['restricted_headers', 'restricted_headers_basic'],
]);

/** Names that only CRS 4 has: a rule set that reads one of them is CRS 4. */
const CRS_4: ReadonlySet<string> = new Set([
  'blocking_inbound_anomaly_score',
  'blocking_outbound_anomaly_score',
  'blocking_paranoia_level',
  'detection_paranoia_level',
]);

export function isCrs4(names: Iterable<string>): boolean {
  return [...names].some((name) => CRS_4.has(name));
}
