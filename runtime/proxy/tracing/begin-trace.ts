/** Continues the trace of a request, or begins one (W3C Trace Context, https://www.w3.org/TR/trace-context/). */
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent, TraceState } from '@opentelemetry/core';
import { type Sampler, SamplingDecision } from '@opentelemetry/sdk-trace-base';
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import type { RequestTrace } from '../exchange/request-trace.ts';
import { randomDigits } from './random-ids.ts';

/** Taken from their packages once: in a bundle each access to a package's member calls two functions. */
const { RECORD_AND_SAMPLED } = SamplingDecision;
const { SERVER } = SpanKind;
const NO_ATTRIBUTES = {};
const NO_LINKS: Link[] = [];

/** Node removes blanks around values; the package would accept one inside. */
const BLANK = /\s/;

export function beginTrace(headers: readonly Header[], sampler: Sampler): RequestTrace {
  const parent = parentOf(headers);
  const traceId = parent?.traceId ?? randomDigits(32);
  const spanId = randomDigits(16);
  const backendSpanId = randomDigits(16);
  const { decision } = sampler.shouldSample(
    contextOf(parent),
    traceId,
    '',
    SERVER,
    NO_ATTRIBUTES,
    NO_LINKS,
  );
  const isSampled = decision === RECORD_AND_SAMPLED;
  const flags = isSampled ? '-01' : '-00';
  const traceparent = `00-${traceId}-${backendSpanId}${flags}`;
  const tracestate = parent === undefined ? undefined : stateOf(headers);
  return {
    traceId,
    spanId,
    backendSpanId,
    parentSpanId: parent?.spanId,
    isSampled,
    context: { traceparent, tracestate },
  };
}

/** Returns the parent span of the traceparent header; undefined when it is missing, repeated or malformed. */
function parentOf(headers: readonly Header[]): SpanContext | undefined {
  const [value, second] = headerValues(headers, 'traceparent');
  if (value === undefined || second !== undefined || BLANK.test(value)) return undefined;
  return parseTraceParent(value) ?? undefined;
}

function contextOf(parent: SpanContext | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  const traceFlags = parent.traceFlags & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags, isRemote: true });
}

/** Returns the valid members of tracestate; several headers form one list. */
function stateOf(headers: readonly Header[]): string | undefined {
  const values = headerValues(headers, 'tracestate');
  if (values.length === 0) return undefined;
  const state = new TraceState(values.join(',')).serialize();
  return state === '' ? undefined : state;
}
