/**
 * Determines the URL, headers and certificates of the traces' endpoint, without loading the packages that make
 * spans.
 */
import { attempts } from '../attempts.ts';
import { type PemSource, readAuthorities, readCertificate, readKey } from '../pem-files.ts';
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

export type TracesCertificates = {
  /** Options of node:https, empty when no file is configured. */
  readonly options: Readonly<Record<string, string[] | Buffer>>;
  /** One line per problem, naming the variable. */
  readonly problems: readonly string[];
};

export function tracesCertificates(settings: ProxySettings): TracesCertificates {
  const problems: string[] = [];
  const attempt = attempts(problems);
  const files = [
    ['ca', 'CERTIFICATE', settings.otlpCertificate, readAuthorities],
    ['cert', 'CLIENT_CERTIFICATE', settings.otlpClientCertificate, pemOf(readCertificate)],
    ['key', 'CLIENT_KEY', settings.otlpClientKey, pemOf(readKey)],
  ] as const;
  const options = files.flatMap(([option, suffix, path, read]) => {
    const source = { variable: `OTEL_EXPORTER_OTLP_${suffix}`, path };
    const value = path === '' ? undefined : attempt(() => read(source));
    return value === undefined ? [] : [[option, value] as const];
  });
  return { options: Object.fromEntries(options), problems };
}

function pemOf(
  read: (source: PemSource) => { readonly pem: Buffer },
): (source: PemSource) => Buffer {
  return (source) => read(source).pem;
}
