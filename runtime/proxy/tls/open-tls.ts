/** Opens TLS for connections of clients and for connections to backends. */
import { type BackendTls, openBackendTls } from '../backend/backend-tls.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { openTlsEndpoint, type TlsEndpoint } from './tls-endpoint.ts';

export type TlsOpen =
  | {
      readonly kind: 'Open';
      /** Undefined when TLS_CERT is unset. */
      readonly endpoint: TlsEndpoint | undefined;
      readonly backends: BackendTls;
      /** Reads all files again. Returns the problems of each side; a side with problems stays unchanged. */
      readonly reload: () => readonly (readonly string[])[];
    }
  /** One line per problem, naming the variable. */
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

export function openTls(settings: ProxySettings): TlsOpen {
  const front = openTlsEndpoint(settings);
  const back = openBackendTls(settings);
  if (front.kind === 'Failed' || back.kind === 'Failed') {
    const problems = [front, back].flatMap((each) => (each.kind === 'Failed' ? each.problems : []));
    return { kind: 'Failed', problems };
  }
  const { endpoint } = front;
  const { tls: backends } = back;
  const sides = [endpoint?.reload, backends.reload].flatMap((reload) => reload ?? []);
  return { kind: 'Open', endpoint, backends, reload: () => sides.map((reload) => reload()) };
}
