/** Loads the modules that make and export spans, when OTEL_EXPORTER_OTLP_ENDPOINT is set. */
import type { Tracing } from '../exchange/gateway.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { tracesUrl } from '../settings/traces-endpoint.ts';
import type { WarnOnce } from './warn-once.ts';

export type OpenedTraces = {
  /** Undefined when no traces are exported, or when there is a problem. */
  readonly tracing: Tracing | undefined;
  readonly problems: readonly string[];
};

/** `program`: the file that is running, which the exporting thread runs too; undefined when there are no threads. */
export async function openTraces(
  settings: ProxySettings,
  metrics: Metrics,
  warnOnce: WarnOnce,
  program: string | undefined,
): Promise<OpenedTraces> {
  const url = tracesUrl(settings);
  if (url === undefined) return { tracing: undefined, problems: [] };
  const { openTracing } = await import('../tracing/open-tracing.ts');
  const opened = await openTracing(url, settings, { metrics, warnOnce, program });
  return opened.kind === 'Open'
    ? { tracing: opened.tracing, problems: [] }
    : { tracing: undefined, problems: [opened.problem] };
}
