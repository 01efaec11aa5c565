/** Builds the spans of a finished exchange. */
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { Redaction } from '#engine/log/redact.ts';
import { clientSpan } from './client-span.ts';
import { targetShown } from './http-attributes.ts';
import { readableSpan } from './readable-span.ts';
import { serverSpan } from './server-span.ts';
import type { TracedExchange } from './traced-exchange.ts';

/** Returns the span of the exchange, and one for the backend's part if there was one. */
export function spansOf(
  exchange: TracedExchange,
  resource: Resource,
  redact: Redaction,
): readonly ReadableSpan[] {
  const { spanId, parentSpanId, backendSpanId, endedAt, durationMs, backend } = exchange;
  const target = targetShown(exchange.target, redact);
  const startedAt = endedAt - durationMs;
  const own = readableSpan(serverSpan(exchange, target), {
    exchange,
    resource,
    spanId,
    parentSpanId,
    startedAt,
    endedAt,
  });
  if (backend === undefined) return [own];
  const sentAt = startedAt + backend.afterMs;
  const ofBackend = readableSpan(clientSpan(exchange, backend, target), {
    exchange,
    resource,
    spanId: backendSpanId,
    parentSpanId: spanId,
    startedAt: sentAt,
    endedAt: backend.ms === undefined ? endedAt : sentAt + backend.ms,
  });
  return [own, ofBackend];
}
