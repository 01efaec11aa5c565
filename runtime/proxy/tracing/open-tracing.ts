/** Traces of one process; loaded, and the packages with it, only where they are exported. */
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Tracing } from '../exchange/gateway.ts';
import { messageOf } from '../message-of.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { shownUrl } from '../settings/traces-url.ts';
import { textAttribute } from './attribute.ts';
import { beginTrace } from './begin-trace.ts';
import { samplerOf } from './sampler.ts';
import { openSender } from './send-spans.ts';
import { requestHead } from './span-json.ts';
import { createSpanQueue, type SendSpans } from './span-queue.ts';
import { spansOf } from './spans-of.ts';

const NAME = 'portcullis';

export type TracingHost = {
  readonly metrics: Metrics;
  /** Once for the same trouble, however often it comes. */
  readonly warnOnce: (trouble: string, line: string) => void;
};

export type OpenedTracing =
  | { readonly kind: 'Open'; readonly tracing: Tracing }
  /** One line, naming the variable. */
  | { readonly kind: 'Failed'; readonly problem: string };

export function openTracing(
  url: string,
  settings: ProxySettings,
  host: TracingHost,
): OpenedTracing {
  try {
    const send = openSender(url, settings);
    return { kind: 'Open', tracing: createTracing(shownUrl(url), settings, send, host) };
  } catch (error) {
    const names = 'OTEL_EXPORTER_OTLP_CERTIFICATE, _CLIENT_CERTIFICATE or _CLIENT_KEY';
    return { kind: 'Failed', problem: `${names}: cannot be read: ${messageOf(error)}` };
  }
}

/** `url`: as logs may show it. */
function createTracing(
  url: string,
  settings: ProxySettings,
  send: SendSpans,
  { metrics, warnOnce }: TracingHost,
): Tracing {
  const sampler = samplerOf(settings);
  const redact = settings.auditRedact ? 'secrets' : 'off';
  const warn = (line: string): void => warnOnce('traces', `traces: ${line}`);
  const limits = {
    size: settings.otelQueueSize,
    batch: settings.otelBatchSize,
    delay: settings.otelBatchDelay,
  };
  const head = requestHead(resourceAttributes(settings), NAME);
  const queue = createSpanQueue(send, head, limits, {
    exported: (spans) => metrics.add('waf_trace_spans_exported_total', {}, spans),
    dropped: (reason, spans) => metrics.add('waf_trace_spans_dropped_total', { reason }, spans),
    failed: (reason) => warn(`${url} takes no spans: ${reason}; they are dropped until it does`),
  });
  return {
    begin: (headers) => beginTrace(headers, sampler),
    end: (exchange: Exchange, durationMs) => {
      if (exchange.trace?.isSampled !== true) return;
      for (const span of spansOf(exchange, exchange.trace, durationMs, redact)) queue.add(span);
    },
    close: async (ms) => {
      const lost = await queue.close(ms);
      if (lost > 0) warn(`${lost} spans were not sent to ${url} before the end`);
    },
  };
}

/** OTEL_SERVICE_NAME comes before OTEL_RESOURCE_ATTRIBUTES. */
function resourceAttributes({ otelServiceName, otelResourceAttributes }: ProxySettings): string {
  const { attributes } = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': NAME }))
    .merge(resourceFromAttributes(Object.fromEntries(otelResourceAttributes)))
    .merge(
      resourceFromAttributes(otelServiceName === '' ? {} : { 'service.name': otelServiceName }),
    );
  return Object.entries(attributes)
    .map(([key, value]) => textAttribute(key)(utf8(String(value))))
    .join('');
}

function utf8(text: string): ByteString {
  return Buffer.from(text).toString('latin1');
}
