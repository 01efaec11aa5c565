/** Loads the modules that make and export spans, when OTEL_EXPORTER_OTLP_ENDPOINT is set. */
import type { Tracing } from '../exchange/gateway.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import {
  type TracesCertificates,
  tracesCertificates,
  tracesUrl,
} from '../settings/traces-endpoint.ts';
import type { WarnOnce } from './warn-once.ts';

/** Reads the certificates, unless no traces are exported. */
export function readTracesCertificates(settings: ProxySettings): TracesCertificates {
  return tracesUrl(settings) === undefined
    ? { options: {}, problems: [] }
    : tracesCertificates(settings);
}

/**
 * Returns undefined when no traces are exported. `program`: the file that is running, which the exporting thread runs
 * too; undefined when there are no threads.
 */
export async function openTraces(
  settings: ProxySettings,
  certificates: TracesCertificates,
  metrics: Metrics,
  warnOnce: WarnOnce,
  program: string | undefined,
): Promise<Tracing | undefined> {
  const url = tracesUrl(settings);
  if (url === undefined) return undefined;
  const { openTracing } = await import('../tracing/open-tracing.ts');
  return openTracing(url, settings, certificates, { metrics, warnOnce, program });
}
