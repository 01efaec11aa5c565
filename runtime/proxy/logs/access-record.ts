/** The access log's record of one exchange (design/operations.md 2.3). */
import type { ByteString } from '../../engine/byte-string.ts';
import { type Redaction, redactTarget } from '../../engine/log/redact.ts';
import { type Exchange, outcomeOf } from '../exchange/exchange.ts';
import { headerValues } from '../http/client-message.ts';
import type { Inspection } from '../waf/inspection.ts';

/** Bytes of a header or target that are logged. */
const MAX_TEXT = 2048;
const MAX_RULES = 20;

/** One JSON object; `now` is the time of its end. JSON keeps control characters from breaking the line. */
export function accessRecord(
  exchange: Exchange,
  durationMs: number,
  now: Date,
  redact: Redaction,
): string {
  const { message, inspection } = exchange;
  return JSON.stringify({
    time: now.toISOString(),
    request_id: exchange.id,
    client_ip: exchange.clientAddress,
    peer_ip: message.peer.address,
    method: cut(message.method),
    host: exchange.host,
    uri: redactTarget(cut(message.target), redact),
    proto: `HTTP/${cut(message.httpVersion)}`,
    status: exchange.status,
    bytes_in: exchange.bytesIn,
    bytes_out: exchange.bytesOut,
    duration_ms: rounded(durationMs),
    upstream: exchange.backend,
    upstream_ms: exchange.backendMs === undefined ? undefined : rounded(exchange.backendMs),
    profile: inspection?.profile.name,
    waf: inspection === undefined ? undefined : wafSummary(exchange, inspection),
    geo: exchange.country,
    ua: first(exchange, 'user-agent'),
    referer: redactTarget(first(exchange, 'referer') ?? '', redact) || undefined,
    reason: exchange.cause,
    detail: exchange.detail,
  });
}

function wafSummary(exchange: Exchange, inspection: Inspection): object {
  const { transaction, phaseMs, fault } = inspection;
  const ids = new Set(transaction.matches.map(({ rule }) => rule.id));
  return {
    action: outcomeOf(exchange),
    rule_id: (transaction.interruption ?? transaction.detected)?.ruleId,
    score_in: score(transaction.txVariable('blocking_inbound_anomaly_score')),
    score_out: score(transaction.txVariable('blocking_outbound_anomaly_score')),
    matched: [...ids].slice(0, MAX_RULES),
    engine_ms: rounded(phaseMs.reduce((sum, ms) => sum + ms, 0)),
    error: fault === undefined ? undefined : String(fault.error),
  };
}

function score(value: ByteString): number | undefined {
  return /^-?[0-9]{1,9}$/.test(value) ? Number(value) : undefined;
}

function first(exchange: Exchange, name: string): string | undefined {
  const [value] = headerValues(exchange.message.headers, name);
  return value === undefined ? undefined : cut(value);
}

function cut(text: ByteString): ByteString {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text;
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
