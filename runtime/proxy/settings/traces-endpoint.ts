/** Where traces go. */
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
