/**
 * The trace of an exchange (W3C Trace Context). `tracing` makes it; that module is loaded only when traces are
 * exported.
 */
import type { TraceContext } from '../backend/forward-headers.ts';

export type RequestTrace = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** The id of the exchange's span: 16 hexadecimal digits. */
  readonly spanId: string;
  /** The id of the backend's span, a child of `spanId`. */
  readonly backendSpanId: string;
  /** The client's span; undefined when the trace begins here. */
  readonly parentSpanId: string | undefined;
  /** True when the spans of the exchange are exported. */
  readonly isSampled: boolean;
  /** The headers that continue the trace at the backend. */
  readonly context: TraceContext;
};
