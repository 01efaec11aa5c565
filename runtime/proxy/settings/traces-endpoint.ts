/** Where traces go, and what a request to there needs; without the packages that make spans. */
import { readFileSync } from 'node:fs';
import type { ProxySettings } from './read-settings.ts';

const PATH = 'v1/traces';

/** The URL that spans are posted to; undefined: there are no traces. */
export function tracesUrl(settings: ProxySettings): string | undefined {
  const { otlpEndpoint, otlpTracesEndpoint, otelDisabled, otelTracesExporter } = settings;
  if (otelDisabled || otelTracesExporter === 'none') return undefined;
  if (otlpTracesEndpoint !== '') return otlpTracesEndpoint;
  if (otlpEndpoint === '') return undefined;
  return otlpEndpoint.endsWith('/') ? `${otlpEndpoint}${PATH}` : `${otlpEndpoint}/${PATH}`;
}

/** The URL as logs may show it: without user, password and query. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** What OTEL_EXPORTER_OTLP_TRACES_HEADERS says wins. */
export function tracesHeaders({
  otlpHeaders,
  otlpTracesHeaders,
}: ProxySettings): Readonly<Record<string, string>> {
  return Object.fromEntries([...otlpHeaders, ...otlpTracesHeaders]);
}

/** Options of node:https; empty: no file is named. Throws when one cannot be read. */
export function tracesCertificates(settings: ProxySettings): Readonly<Record<string, Buffer>> {
  const { otlpCertificate, otlpClientCertificate, otlpClientKey } = settings;
  const files = { ca: otlpCertificate, cert: otlpClientCertificate, key: otlpClientKey };
  const named = Object.entries(files).filter(([, path]) => path !== '');
  return Object.fromEntries(named.map(([option, path]) => [option, readFileSync(path)]));
}
