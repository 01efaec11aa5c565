/** The spans of an exchange that is over. */
import type { Redaction } from '../../engine/log/redact.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { RequestTrace } from '../exchange/request-trace.ts';
import { clientSpan } from './client-span.ts';
import { targetShown } from './http-attributes.ts';
import { serverSpan } from './server-span.ts';
import { spanJson } from './span-json.ts';

/**
 * As OTLP JSON: the exchange's own, and one of the backend's part when there was one. Objects are written out: to
 * spread one takes 5 us.
 */
export function spansOf(
  exchange: Exchange,
  trace: RequestTrace,
  durationMs: number,
  redact: Redaction,
): readonly string[] {
  const { traceId, spanId, parentSpanId, backendSpanId } = trace;
  const { tracestate } = trace.context;
  const { backend, startedAt, backendStartedAt, backendMs } = exchange;
  const target = targetShown(exchange.message, redact);
  const endMs = Date.now();
  const startMs = endMs - durationMs;
  const ids = { traceId, spanId, parentSpanId, tracestate };
  const own = spanJson(serverSpan(exchange, target), ids, startMs, endMs);
  if (backend === undefined) return [own];
  const sentMs = startMs + (backendStartedAt - startedAt);
  const answeredMs = backendMs === undefined ? endMs : sentMs + backendMs;
  const backendIds = { traceId, spanId: backendSpanId, parentSpanId: spanId, tracestate };
  const content = clientSpan(exchange, backend, target);
  return [own, spanJson(content, backendIds, sentMs, answeredMs)];
}
