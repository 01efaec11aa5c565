/** Counts connections and streams of HTTP/2, and the reasons for which they end (docs/http2.md#metrics). */
import type { Metrics, Series } from '../metrics/metrics.ts';
import { type ErrorName, errorName } from './error-codes.ts';

/** Why a connection ends without an error; `client`: the client has sent GOAWAY or closed it. */
export type CloseReason = 'client' | 'idle' | 'requests' | 'shutdown';

export type Http2Metrics = {
  /** Open connections: a counter that goes up and down. */
  readonly sessions: Series;
  /** Open streams. */
  readonly streams: Series;
  /** All streams that clients have opened. */
  readonly opened: Series;
  readonly reset: (by: 'client' | 'proxy', code: number) => void;
  readonly goaway: (reason: CloseReason | ErrorName) => void;
};

/** Series that begin at zero, so that their first event shows as an increase. */
const USUAL_RESETS: readonly (readonly ['client' | 'proxy', ErrorName])[] = [
  ['client', 'cancel'],
  ['client', 'no_error'],
  ['proxy', 'no_error'],
  ['proxy', 'protocol_error'],
  ['proxy', 'internal_error'],
  ['proxy', 'refused_stream'],
];
const USUAL_REASONS: readonly (CloseReason | ErrorName)[] = [
  'client',
  'idle',
  'requests',
  'shutdown',
  'protocol_error',
  'enhance_your_calm',
];

export function createHttp2Metrics(metrics: Metrics): Http2Metrics {
  for (const [by, code] of USUAL_RESETS) metrics.add('waf_http2_resets_total', { by, code }, 0);
  for (const reason of USUAL_REASONS) metrics.add('waf_http2_goaways_total', { reason }, 0);
  return {
    sessions: metrics.counter('waf_http2_sessions', {}),
    streams: metrics.counter('waf_http2_streams', {}),
    opened: metrics.counter('waf_http2_streams_total', {}),
    reset: (by, code) => metrics.add('waf_http2_resets_total', { by, code: errorName(code) }),
    goaway: (reason) => metrics.add('waf_http2_goaways_total', { reason }),
  };
}
