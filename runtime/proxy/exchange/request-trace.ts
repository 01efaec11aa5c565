/** The trace of an exchange (W3C Trace Context); made in `tracing`, which is loaded only where traces are exported. */
import type { TraceContext } from '../backend/forward-headers.ts';

export type RequestTrace = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span of the exchange. */
  readonly spanId: string;
  /** The span of the backend's part, which is its child. */
  readonly backendSpanId: string;
  /** The client's span; undefined: the trace begins here. */
  readonly parentSpanId: string | undefined;
  /** True when its spans are exported. */
  readonly isSampled: boolean;
  /** For the backend. */
  readonly context: TraceContext;
};
