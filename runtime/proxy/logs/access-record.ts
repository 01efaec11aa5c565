/** The access log's record of one exchange (design/operations.md 2.3). */
import type { ByteString } from '../../engine/byte-string.ts';
import { type Redaction, redactTarget } from '../../engine/log/redact.ts';
import { type Exchange, outcomeOf } from '../exchange/exchange.ts';
import { headerValues } from '../http/client-message.ts';
import type { Inspection } from '../waf/inspection.ts';

/** Bytes of a header or target that are logged. */
const MAX_TEXT = 2048;
const MAX_RULES = 20;

/**
 * One JSON object; `now` is the time of its end. JSON keeps control characters from breaking the
 * line. Put together by hand: JSON.stringify of the whole takes 20 us of a request's 150.
 */
export function accessRecord(
  exchange: Exchange,
  durationMs: number,
  now: Date,
  redact: Redaction,
): string {
  const { message, inspection, backendMs } = exchange;
  const waf = inspection === undefined ? undefined : wafSummary(exchange, inspection);
  const referer = redactTarget(first(exchange, 'referer') ?? '', redact);
  const fields =
    text('request_id', exchange.id) +
    text('client_ip', exchange.clientAddress) +
    text('peer_ip', message.peer.address) +
    text('method', cut(message.method)) +
    text('host', exchange.host) +
    text('uri', redactTarget(cut(message.target), redact)) +
    text('proto', `HTTP/${cut(message.httpVersion)}`) +
    json('status', exchange.status) +
    json('bytes_in', exchange.bytesIn) +
    json('bytes_out', exchange.bytesOut) +
    json('duration_ms', rounded(durationMs)) +
    text('upstream', exchange.backend) +
    json('upstream_ms', backendMs === undefined ? undefined : rounded(backendMs)) +
    text('profile', inspection?.profile.name) +
    json('waf', waf === undefined ? undefined : JSON.stringify(waf)) +
    text('geo', exchange.country) +
    text('ua', first(exchange, 'user-agent')) +
    text('referer', referer === '' ? undefined : referer) +
    text('reason', exchange.cause) +
    text('detail', exchange.detail);
  return `{"time":"${now.toISOString()}"${fields}}`;
}

/** Whatever JSON escapes: quotes, backslashes and what is below a blank. */
const SPECIAL = /["\\]|[^ -\uffff]/;

/** A member of the record; nothing when there is no value. */
function text(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return `,"${name}":${SPECIAL.test(value) ? JSON.stringify(value) : `"${value}"`}`;
}

/** The same for a number, and for what is JSON already. */
function json(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : `,"${name}":${value}`;
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
