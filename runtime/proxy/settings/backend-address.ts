/** One entry of `BACKENDS`: an address and its parameters, as in `https://10.0.0.5:8443 weight=3` (docs/backends.md). */
import { isIP } from 'node:net';
import { canonicalHost } from '../http/canonical-host.ts';
import { type Parsed, problem, value } from './setting-types.ts';

export type HostAddress = {
  readonly host: string;
  readonly port: number;
  /** Present when the backend speaks TLS. */
  readonly tls?: {
    /** The name for SNI and for checking the certificate; `host` when it is absent. */
    readonly serverName?: string;
  };
};

export type BackendAddress =
  | HostAddress
  /** The path of a Unix domain socket. */
  | { readonly path: string };

export type BackendMember = BackendAddress & {
  /** The backend's relative share of the requests of its group; 1 when absent. */
  readonly weight?: number;
};

const MAX_WEIGHT = 1000;
const HTTPS_PORT = 443;
/** Bytes that fit into `sun_path` of `sockaddr_un`, without the final NUL. */
const MAX_PATH = 107;
const FORMS = '"host:port", such as "10.0.0.5:8080", "https://host:port" or "unix:/path"';

export function speaksTls(address: BackendAddress): boolean {
  return 'tls' in address;
}

/** Returns the address as logs and metrics show it: as configured, without the weight. */
export function addressLabel(address: BackendAddress): string {
  if ('path' in address) return `unix:${address.path}`;
  const { host, port, tls } = address;
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (tls === undefined) return authority;
  const { serverName } = tls;
  return `https://${authority}${serverName === undefined ? '' : ` server_name=${serverName}`}`;
}

/**
 * Parses one entry. `entry` is undefined when the JSON value is not a string. Problems end with a full stop and do
 * not quote the entry.
 */
export function parseBackendMember(entry: string | undefined): Parsed<BackendMember> {
  if (entry === undefined) return problem(`is not ${FORMS}.`);
  const [text = '', ...words] = entry.trim().split(/[ \t]+/);
  const address = parseAddress(text);
  if (address.kind === 'Problems') return address;
  const problems: string[] = [];
  let member: BackendMember = address.value;
  const seen = new Set<string>();
  for (const word of words) {
    const [name = ''] = word.split('=', 1);
    if (seen.has(name)) problems.push(`has ${name} twice.`);
    seen.add(name);
    const next = withParameter(member, name, word.slice(name.length + 1));
    if (next.kind === 'Value') member = next.value;
    else problems.push(...next.problems);
  }
  return problems.length > 0 ? problem(...problems) : value(member);
}

function parseAddress(text: string): Parsed<BackendAddress> {
  if (text.startsWith('unix:/')) return parsePath(text.slice('unix:'.length));
  const [, scheme = '', rest = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/.exec(text) ?? [];
  if (scheme === '') {
    const plain = parseAuthority(text, undefined);
    return plain === undefined ? problem(`is not ${FORMS}.`) : value(plain);
  }
  if (scheme.toLowerCase() !== 'https')
    return problem(`has the scheme "${scheme}"; there are host:port, https://host and unix:/path.`);
  if (/[/?#@]/.test(rest))
    return problem('has more than host and port; backends get the path that the client sends.');
  const authority = parseAuthority(rest, HTTPS_PORT);
  if (authority === undefined) return problem(`is not ${FORMS}.`);
  return value({ ...authority, tls: {} });
}

/**
 * Parses "name:port", "1.2.3.4:port" or "[::1]:port"; the result has no brackets. Returns undefined when it is
 * malformed.
 */
function parseAuthority(
  text: string,
  defaultPort: number | undefined,
): { readonly host: string; readonly port: number } | undefined {
  const host = canonicalHost(text);
  if (host === undefined) return undefined;
  const hasPort = host.forwarded !== host.name;
  const port = hasPort ? Number(host.forwarded.slice(host.name.length + 1)) : defaultPort;
  if (port === undefined || port === 0) return undefined;
  return { host: host.name.replace(/^\[|\]$/g, ''), port };
}

function parsePath(text: string): Parsed<BackendAddress> {
  const path = text.replace(/^\/+/, '/');
  // Label values of metrics are not escaped.
  if (!/^\/[!-~]+$/.test(path) || /["\\]/.test(path))
    return problem('has a path with bytes that are not letters, digits or punctuation.');
  if (path.length > MAX_PATH) return problem(`has a path of more than ${MAX_PATH} bytes.`);
  return value({ path });
}

function withParameter(member: BackendMember, name: string, text: string): Parsed<BackendMember> {
  switch (name) {
    case 'weight': {
      const weight = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
      if (weight < 1 || weight > MAX_WEIGHT)
        return problem(`has a weight that is not an integer from 1 to ${MAX_WEIGHT}.`);
      return value({ ...member, weight });
    }
    case 'server_name': {
      if (!speaksTls(member)) return problem('has server_name, which needs https://.');
      const host = canonicalHost(text);
      const isName = host !== undefined && host.forwarded === host.name && isIP(host.name) === 0;
      if (!isName || host.name.startsWith('['))
        return problem(`has a server_name that is not a host name: "${text}".`);
      return value({ ...member, tls: { serverName: host.name } });
    }
    default:
      return problem(`has the unknown parameter "${name}"; there are weight and server_name.`);
  }
}
