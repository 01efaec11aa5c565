/**
 * The data of an exchange from which spans are built. They are plain data that can be sent to another thread.
 * Building the spans takes 20 us, so the thread that serves requests leaves that to the exporter
 * (docs/tracing.md#costs).
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { RuleEngineMode } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import type { Interruption } from '#engine/host/interruption.ts';
import type { BackendFailure } from '../backend/backend-failure.ts';
import { originalScheme } from '../backend/forward-headers.ts';
import { type Exchange, type FrontName, type Outcome, outcomeOf } from '../exchange/exchange.ts';
import { type InspectionSummary, inspectionSummary } from '../exchange/inspection-summary.ts';
import type { RequestTrace } from '../exchange/request-trace.ts';
import type { Cause } from '../http/response.ts';
import type { Inspection } from '../waf/inspection.ts';

export type TracedExchange = {
  readonly traceId: string;
  readonly spanId: string;
  readonly backendSpanId: string;
  readonly parentSpanId: string | undefined;
  readonly tracestate: string | undefined;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly durationMs: number;
  readonly id: string;
  readonly method: ByteString;
  /** The target as the client sent it. */
  readonly target: ByteString;
  readonly httpVersion: string;
  readonly scheme: 'http' | 'https';
  readonly host: string;
  /** The value of the Host header. */
  readonly hostField: ByteString | undefined;
  readonly userAgent: ByteString | undefined;
  readonly clientAddress: string;
  readonly peerAddress: string;
  readonly peerPort: number;
  /** 0 when no response was sent. */
  readonly status: number;
  readonly cause: Cause | undefined;
  readonly detail: string | undefined;
  readonly policy: string | undefined;
  readonly country: string | undefined;
  readonly decisionFor: FrontName | undefined;
  readonly outcome: Outcome | undefined;
  readonly backend: BackendPart | undefined;
  readonly inspection: InspectedPart | undefined;
};

export type BackendPart = {
  /** The backend's label in logs. */
  readonly label: string;
  /** Milliseconds from the beginning of the exchange until the request was sent to the backend. */
  readonly afterMs: number;
  /** Milliseconds from then to the head of the response; undefined when there is no response. */
  readonly ms: number | undefined;
  readonly status: number | undefined;
  readonly failure: BackendFailure['kind'] | undefined;
  readonly retries: number;
};

export type InspectedPart = {
  readonly profile: string;
  readonly mode: RuleEngineMode;
  readonly error: string | undefined;
  /** The interruption that ended the request; in DetectionOnly mode the one that was suppressed. */
  readonly action: Interruption['kind'] | undefined;
  readonly status: number | undefined;
  readonly ruleId: number | undefined;
  readonly matched: readonly number[];
  readonly inbound: number | undefined;
  readonly outbound: number | undefined;
  /** Milliseconds in each phase; the index is the phase number. */
  readonly phaseMs: readonly number[];
};

export function tracedExchange(
  exchange: Exchange,
  { traceId, spanId, backendSpanId, parentSpanId, context }: RequestTrace,
  durationMs: number,
): TracedExchange {
  const { message, trust, inspection, policy } = exchange;
  const { headers, peer } = message;
  return {
    traceId,
    spanId,
    backendSpanId,
    parentSpanId,
    tracestate: context.tracestate,
    endedAt: Date.now(),
    durationMs,
    id: exchange.id,
    method: message.method,
    target: message.target,
    httpVersion: message.httpVersion,
    scheme: trust === 'untrusted' ? peer.scheme : originalScheme(message),
    host: exchange.host,
    hostField: headerValues(headers, 'host')[0],
    userAgent: headerValues(headers, 'user-agent')[0],
    clientAddress: exchange.clientAddress,
    peerAddress: peer.address,
    peerPort: peer.port,
    status: exchange.status,
    cause: exchange.cause,
    detail: exchange.detail,
    policy: policy?.hostClass === 'policy' ? policy.name : undefined,
    country: exchange.country,
    decisionFor: exchange.decisionFor,
    outcome: outcomeOf(exchange),
    backend: backendPart(exchange),
    inspection:
      inspection === undefined
        ? undefined
        : inspectedPart(inspection, inspectionSummary(exchange, inspection)),
  };
}

function backendPart(exchange: Exchange): BackendPart | undefined {
  const { backend: label, startedAt, backendStartedAt } = exchange;
  if (label === undefined) return undefined;
  return {
    label,
    afterMs: backendStartedAt - startedAt,
    ms: exchange.backendMs,
    status: exchange.backendStatus,
    failure: exchange.backendFailure,
    retries: exchange.retries,
  };
}

function inspectedPart(inspection: Inspection, summary: InspectionSummary): InspectedPart {
  const { transaction, engineError, profile, phaseMs } = inspection;
  const interruption = transaction.interruption ?? transaction.detected;
  return {
    profile: profile.name,
    mode: transaction.ruleEngine,
    error: engineError === undefined ? undefined : String(engineError.error),
    action: interruption?.kind,
    status: interruption?.status,
    ruleId: interruption?.ruleId,
    matched: summary.matched,
    inbound: summary.inbound,
    outbound: summary.outbound,
    phaseMs,
  };
}
