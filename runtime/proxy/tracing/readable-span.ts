/** Builds spans in the form that OpenTelemetry's packages use. */
import {
  type Attributes,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api';
import { millisToHrTime, TraceState } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import type { TracedExchange } from './traced-exchange.ts';

export type SpanContent = {
  readonly kind: SpanKind;
  readonly name: string;
  readonly attributes: Attributes;
  readonly isError: boolean;
};

export type SpanOrigin = {
  readonly exchange: TracedExchange;
  readonly resource: Resource;
  readonly spanId: string;
  /** Undefined when the trace begins with this span. */
  readonly parentSpanId: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
};

const SCOPE = { name: 'portcullis' };

/** Builds a span without copying properties from other objects, which would double the time in V8. */
export function readableSpan(
  { kind, name, attributes, isError }: SpanContent,
  { exchange, resource, spanId, parentSpanId, startedAt, endedAt }: SpanOrigin,
): ReadableSpan {
  const { traceId, tracestate } = exchange;
  const traceFlags = TraceFlags.SAMPLED;
  const context: SpanContext = { traceId, spanId, traceFlags };
  if (tracestate !== undefined) context.traceState = new TraceState(tracestate);
  const isRemote = kind === SpanKind.SERVER;
  const span: ReadableSpan & { parentSpanContext?: SpanContext } = {
    name,
    kind,
    spanContext: () => context,
    startTime: millisToHrTime(startedAt),
    endTime: millisToHrTime(endedAt),
    duration: millisToHrTime(endedAt - startedAt),
    status: { code: isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
  if (parentSpanId !== undefined)
    span.parentSpanContext = { traceId, spanId: parentSpanId, traceFlags, isRemote };
  return span;
}
