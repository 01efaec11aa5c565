/**
 * Determines the URL, headers and certificates of the traces' endpoint, without loading the packages that make
 * spans.
 */
import { readFileSync } from 'node:fs';
import type { ProxySettings } from './read-settings.ts';

const PATH = 'v1/traces';

/** Returns the URL that spans are posted to; undefined when no traces are exported. */
export function tracesUrl(settings: ProxySettings): string | undefined {
  const { otlpEndpoint, otlpTracesEndpoint, otelDisabled, otelTracesExporter } = settings;
  if (otelDisabled || otelTracesExporter === 'none') return undefined;
  if (otlpTracesEndpoint !== '') return otlpTracesEndpoint;
  if (otlpEndpoint === '') return undefined;
  return otlpEndpoint.endsWith('/') ? `${otlpEndpoint}${PATH}` : `${otlpEndpoint}/${PATH}`;
}

/** Returns the URL as logs may show it: without user, password and query. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Returns the headers. Those of OTEL_EXPORTER_OTLP_TRACES_HEADERS override those of OTEL_EXPORTER_OTLP_HEADERS. */
export function tracesHeaders({
  otlpHeaders,
  otlpTracesHeaders,
}: ProxySettings): Readonly<Record<string, string>> {
  return Object.fromEntries([...otlpHeaders, ...otlpTracesHeaders]);
}

/** Returns options of node:https, empty when no file is configured. Throws when a file cannot be read. */
export function tracesCertificates(settings: ProxySettings): Readonly<Record<string, Buffer>> {
  const { otlpCertificate, otlpClientCertificate, otlpClientKey } = settings;
  const files = { ca: otlpCertificate, cert: otlpClientCertificate, key: otlpClientKey };
  const named = Object.entries(files).filter(([, path]) => path !== '');
  return Object.fromEntries(named.map(([option, path]) => [option, readFileSync(path)]));
}
