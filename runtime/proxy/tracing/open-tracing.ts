/**
 * Exports the traces of one process. This module and OpenTelemetry's packages are loaded only when traces are
 * exported.
 */
import type { Tracing } from '../exchange/gateway.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { shownUrl, type TracesCertificates, tracesHeaders } from '../settings/traces-endpoint.ts';
import { beginTrace } from './begin-trace.ts';
import { createExporterThread } from './exporter-thread.ts';
import type { Exporter, ExporterStart } from './messages.ts';
import { samplerOf } from './sampler.ts';
import { createSpanQueue } from './span-queue.ts';
import { tracedExchange } from './traced-exchange.ts';

const NAME = 'portcullis';

export type TracingHost = {
  readonly metrics: Metrics;
  /** Prints a warning, once per `trouble`. */
  readonly warnOnce: (trouble: string, line: string) => void;
  /** The file that is running; undefined when there are no threads, so that spans are exported in this one. */
  readonly program: string | undefined;
};

export async function openTracing(
  url: string,
  settings: ProxySettings,
  certificates: TracesCertificates,
  host: TracingHost,
): Promise<Tracing> {
  const start = exporterStart(url, settings, certificates);
  const exporter = await openExporter(start, host.program);
  return createTracing(shownUrl(url), settings, exporter, host);
}

async function openExporter(start: ExporterStart, program: string | undefined): Promise<Exporter> {
  if (program !== undefined) return createExporterThread(program, start);
  const { createExporter } = await import('./exporter.ts');
  return createExporter(start);
}

/** `url`: without secrets, as logs may show it. */
function createTracing(
  url: string,
  settings: ProxySettings,
  exporter: Exporter,
  { metrics, warnOnce }: TracingHost,
): Tracing {
  const sampler = samplerOf(settings);
  const warn = (line: string): void => warnOnce('traces', `traces: ${line}`);
  const limits = {
    size: settings.otelQueueSize,
    batch: settings.otelBatchSize,
    delay: settings.otelBatchDelay,
  };
  const queue = createSpanQueue(exporter, limits, {
    exported: (spans) => metrics.add('waf_trace_spans_exported_total', {}, spans),
    dropped: (reason, spans) => metrics.add('waf_trace_spans_dropped_total', { reason }, spans),
    failed: (reason) =>
      warn(`${url} does not accept spans: ${reason}; spans are dropped until it does`),
  });
  return {
    begin: (headers) => beginTrace(headers, sampler),
    end: (exchange, durationMs) => {
      const { trace } = exchange;
      if (trace?.isSampled === true) queue.add(tracedExchange(exchange, trace, durationMs));
    },
    close: async (ms) => {
      const lost = await queue.close(ms);
      exporter.end();
      if (lost > 0) warn(`${lost} spans were not sent to ${url} before shutdown`);
    },
  };
}

function exporterStart(
  url: string,
  settings: ProxySettings,
  { options }: TracesCertificates,
): ExporterStart {
  const { otelServiceName: name } = settings;
  return {
    kind: 'Exporter',
    url,
    headers: tracesHeaders(settings),
    protocol: settings.otlpProtocol,
    compression: settings.otlpCompression,
    timeout: settings.otlpTimeout,
    certificates: options,
    resource: {
      'service.name': NAME,
      ...Object.fromEntries(settings.otelResourceAttributes),
      ...(name === '' ? {} : { 'service.name': name }),
    },
    redact: settings.auditRedact ? 'secrets' : 'off',
  };
}
