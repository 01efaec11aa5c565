/** Loads what makes and exports spans, where OTEL_EXPORTER_OTLP_ENDPOINT says that there are any. */
import type { Tracing } from '../exchange/gateway.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { tracesUrl } from '../settings/traces-endpoint.ts';
import type { WarnOnce } from './warn-once.ts';

export type OpenedTraces = {
  /** Undefined: there are no traces, or there is a problem. */
  readonly tracing: Tracing | undefined;
  readonly problems: readonly string[];
};

/** `program`: the file that runs now, for the thread that exports; undefined: there are no threads. */
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
