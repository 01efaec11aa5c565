/** Variables of the OWASP CRS 3, and what CRS 4 calls them. */

/** `_plN` of both is the same for each level. */
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

/** Names that only CRS 4 has: whoever reads one is of it. */
const CRS_4: ReadonlySet<string> = new Set([
  'blocking_inbound_anomaly_score',
  'blocking_outbound_anomaly_score',
  'blocking_paranoia_level',
  'detection_paranoia_level',
]);

export function isCrs4(names: Iterable<string>): boolean {
  return [...names].some((name) => CRS_4.has(name));
}
