/** Spans as OTLP JSON, and the request that posts them. */
import { SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { jsonString } from '../../engine/log/json-text.ts';

/** As OTLP numbers them, which is one more than the API. */
export const SERVER = 2;
export const CLIENT = 3;

export type SpanContent = {
  readonly kind: typeof SERVER | typeof CLIENT;
  /** Needs no escaping. */
  readonly name: string;
  /** JSON with commas between them; not empty. */
  readonly attributes: string;
  readonly isError: boolean;
};

export type SpanIds = {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined: the trace begins with this span. */
  readonly parentSpanId: string | undefined;
  readonly tracestate: string | undefined;
};

/** It is known whether the parent is in another process; it is there. */
const PARENT_IS_KNOWN = 0x100;
const PARENT_IS_REMOTE = 0x200;

/** The times are milliseconds since 1970, with fractions. */
export function spanJson(
  { kind, name, attributes, isError }: SpanContent,
  { traceId, spanId, parentSpanId: parent, tracestate }: SpanIds,
  startMs: number,
  endMs: number,
): string {
  const isRemote = kind === SERVER && parent !== undefined;
  const flags = TraceFlags.SAMPLED | PARENT_IS_KNOWN | (isRemote ? PARENT_IS_REMOTE : 0);
  return (
    `{"traceId":"${traceId}","spanId":"${spanId}"` +
    (parent === undefined ? '' : `,"parentSpanId":"${parent}"`) +
    (tracestate === undefined ? '' : `,"traceState":${jsonString(tracestate)}`) +
    `,"name":"${name}","kind":${kind},"flags":${flags}` +
    `,"startTimeUnixNano":"${nanoseconds(startMs)}"` +
    `,"endTimeUnixNano":"${nanoseconds(endMs)}"` +
    `,"attributes":[${attributes}]` +
    `,"status":{"code":${isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET}}}`
  );
}

const SECOND = 1_000_000_000;

/** From seconds and nanoseconds: V8 takes longer to write larger integers. */
function nanoseconds(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const rest = Math.floor((ms - seconds * 1000) * 1e6);
  return seconds + String(SECOND + rest).slice(1);
}

/** An ExportTraceServiceRequest up to its first span. `resource`: attributes, each with a comma before it. */
export function requestHead(resource: string, scope: string): Buffer {
  return Buffer.from(
    `{"resourceSpans":[{"resource":{"attributes":[${resource.slice(1)}]}` +
      `,"scopeSpans":[{"scope":{"name":"${scope}"},"spans":[`,
  );
}

/** What stands after its last span. */
export const REQUEST_TAIL = ']}]}]}';
