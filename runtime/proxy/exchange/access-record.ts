/** Builds the access log record of one exchange (docs/spec/logs.md#access-log). */
import { headerValues } from '#engine/host/header-values.ts';
import { escapeUnseen, jsonString, textMember } from '#engine/log/json-text.ts';
import { type Redaction, redactTarget } from '#engine/log/redact.ts';
import { cutText } from '../logs/cut-text.ts';
import { isoTime, threeDigits } from '../logs/iso-time.ts';
import type { Inspection } from '../waf/inspection.ts';
import { type Exchange, outcomeOf } from './exchange.ts';
import { inspectionSummary } from './inspection-summary.ts';

/**
 * Returns the record as one JSON object. `now`: when the exchange ended, in milliseconds since 1970. The text is
 * concatenated, because JSON.stringify would take 20 us of the 150 us that a request takes.
 */
export function accessRecord(
  exchange: Exchange,
  durationMs: number,
  now: number,
  redact: Redaction,
): string {
  const { id, clientAddress, host, message, inspection, backendMs, retries, trace } = exchange;
  const { method, target, httpVersion, peer } = message;
  const waf = inspection === undefined ? undefined : wafSummary(exchange, inspection);
  const referer = redactTarget(first(exchange, 'referer') ?? '', redact);
  // These quoted values need no escaping: their syntax was checked, or the proxy generates them.
  const head =
    `{"time":"${isoTime(now)}","request_id":"${id}"` +
    `,"client_ip":"${clientAddress}","peer_ip":"${peer.address}"` +
    `,"method":${jsonString(cutText(method))},"host":"${host}"` +
    `,"uri":${jsonString(redactTarget(cutText(target), redact))},"proto":${jsonString(`HTTP/${cutText(httpVersion)}`)}` +
    `,"status":${exchange.status},"bytes_in":${exchange.bytesIn},"bytes_out":${exchange.bytesOut}` +
    `,"duration_ms":${milliseconds(durationMs)}`;
  const rest =
    textMember('upstream', exchange.backend) +
    json('upstream_ms', backendMs === undefined ? undefined : milliseconds(backendMs)) +
    json('retries', retries === 0 ? undefined : String(retries)) +
    textMember('profile', inspection?.profile.name) +
    textMember('policy', policyName(exchange)) +
    json('waf', waf === undefined ? undefined : escapeUnseen(JSON.stringify(waf))) +
    textMember('geo', exchange.country) +
    textMember('ua', first(exchange, 'user-agent')) +
    textMember('referer', referer === '' ? undefined : referer) +
    textMember('reason', exchange.cause) +
    textMember('detail', exchange.detail) +
    textMember('decision_for', exchange.decisionFor) +
    json('trace_id', trace === undefined ? undefined : `"${trace.traceId}"`);
  return `${head}${rest}}`;
}

/** Returns the name of the policy; undefined when it is not one of POLICIES. */
function policyName({ policy }: Exchange): string | undefined {
  return policy?.hostClass === 'policy' ? policy.name : undefined;
}

/** Returns a member whose value is JSON already; "" when there is none. */
function json(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${value}`;
}

/**
 * Formats milliseconds with three decimals. It prints two integers, because V8 takes ten times as long for a
 * fraction.
 */
function milliseconds(ms: number): string {
  const microseconds = Math.round(ms * 1000);
  const whole = Math.floor(microseconds / 1000);
  return `${whole}.${threeDigits(microseconds - whole * 1000)}`;
}

function wafSummary(exchange: Exchange, inspection: Inspection): object {
  const { transaction, phaseMs, engineError } = inspection;
  const { inbound, outbound, matched } = inspectionSummary(exchange, inspection);
  return {
    action: outcomeOf(exchange),
    rule_id: (transaction.interruption ?? transaction.detected)?.ruleId,
    score_in: inbound,
    score_out: outbound,
    matched,
    engine_ms: rounded(phaseMs.reduce((sum, ms) => sum + ms, 0)),
    error: engineError === undefined ? undefined : String(engineError.error),
  };
}

function first(exchange: Exchange, name: string): string | undefined {
  const [value] = headerValues(exchange.message.headers, name);
  return value === undefined ? undefined : cutText(value);
}

function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
