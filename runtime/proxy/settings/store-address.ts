/** The type of SHARED_STATE_URL: the address of the store and how to connect to it. */
import { type Parsed, problem, type SettingKind, value } from './setting-types.ts';

export type StoreNode = { readonly host: string; readonly port: number };

/** User and password, decoded. */
export type Login = {
  readonly username: string | undefined;
  readonly password: string | undefined;
};

export type StoreAddress = Login & {
  readonly topology:
    | { readonly kind: 'Server'; readonly node: StoreNode }
    | { readonly kind: 'Socket'; readonly path: string }
    /**
     * The nodes are Sentinels; `name` is the name under which they monitor the server. `login`: what they themselves ask
     * for, missing when nothing.
     */
    | {
        readonly kind: 'Sentinel';
        readonly nodes: readonly StoreNode[];
        readonly name: string;
        readonly login?: Login;
      }
    | { readonly kind: 'Cluster'; readonly nodes: readonly StoreNode[] };
  readonly tls: boolean;
  readonly database: number;
  /** The URL without users and passwords, for messages. */
  readonly shown: string;
};

const FORMS =
  'redis://HOST, rediss://HOST (TLS), unix:/PATH, redis+sentinel://HOST,HOST/NAME or redis+cluster://HOST,HOST';
const URL_PARTS =
  /^(redis|rediss|unix)(?:\+(sentinel|cluster))?:(?:\/\/)?(?:([^@/]*)@)?([^/?]*)(\/[^?]*)?(?:\?sentinels=([^&@/?]*))?$/i;

/** The URL may hold a password, so no message quotes it. */
export const storeAddress: SettingKind<StoreAddress> = { type: 'URL', parse: parseStoreAddress };

export function parseStoreAddress(text: string): Parsed<StoreAddress> {
  const parts = URL_PARTS.exec(text);
  if (parts === null) return problem(`is not a URL of a store: ${FORMS}.`);
  const [, scheme = '', kind = '', credentials = '', hosts = '', path = '', more = ''] = parts;
  const login = loginIn(credentials);
  const sentinels = loginIn(more);
  if (login === undefined || sentinels === undefined)
    return problem('has a user or password that is not percent-encoded.');
  const location = locationIn(scheme.toLowerCase(), kind.toLowerCase(), hosts, path);
  if (typeof location === 'string') return problem(location);
  const topology = more === '' ? location.topology : withLogin(location.topology, sentinels);
  if (topology === undefined)
    return problem('has ?sentinels=, which only redis+sentinel:// takes.');
  const shown = text.replace(/(:\/?\/?)[^@/]*@/, '$1').replace(/\?.*/, '');
  return value({ ...location, topology, ...login, tls: scheme.toLowerCase() === 'rediss', shown });
}

type Location = Pick<StoreAddress, 'topology' | 'database'>;

function withLogin(
  topology: StoreAddress['topology'],
  login: Login,
): StoreAddress['topology'] | undefined {
  return topology.kind === 'Sentinel' ? { ...topology, login } : undefined;
}

/** Returns the location, or the problem when the parts do not fit. */
function locationIn(scheme: string, kind: string, hosts: string, path: string): Location | string {
  if (scheme === 'unix') {
    const isPath = kind === '' && hosts === '' && path !== '';
    return isPath ? { topology: { kind: 'Socket', path }, database: 0 } : 'is not unix:/PATH.';
  }
  const nodes = nodesIn(hosts, kind === 'sentinel' ? 26_379 : 6379);
  if (nodes === undefined) return 'names no host and port, such as redis://10.0.0.1:6379.';
  const [, first = '', second = ''] = path.split('/');
  const database = kind === 'sentinel' ? second : first;
  if (!/^\d{0,5}$/.test(database)) return `names no database by its number: ${FORMS}.`;
  return locationOf(kind, nodes, first, Number(database)) ?? `is not a URL of a store: ${FORMS}.`;
}

function locationOf(
  kind: string,
  nodes: readonly StoreNode[],
  name: string,
  database: number,
): Location | undefined {
  const [node] = nodes;
  switch (kind) {
    case 'cluster':
      return name === '' ? { topology: { kind: 'Cluster', nodes }, database } : undefined;
    case 'sentinel':
      return name === '' ? undefined : { topology: { kind: 'Sentinel', nodes, name }, database };
    default:
      return node === undefined || nodes.length > 1
        ? undefined
        : { topology: { kind: 'Server', node }, database };
  }
}

function nodesIn(hosts: string, usualPort: number): StoreNode[] | undefined {
  const nodes: StoreNode[] = [];
  for (const entry of hosts.split(',')) {
    const found = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(entry.trim());
    const port = Number(found?.[2] ?? usualPort);
    if (found === null || port > 65_535) return undefined;
    nodes.push({ host: (found[1] ?? '').replace(/^\[|\]$/g, ''), port });
  }
  return nodes;
}

function loginIn(credentials: string): Login | undefined {
  const colon = credentials.indexOf(':');
  const decode = (text: string): string | undefined =>
    text === '' ? undefined : decodeURIComponent(text);
  try {
    // The credentials of `redis://user@host`, `redis://:password@host` or `redis://user:password@host`.
    if (colon === -1) return { username: decode(credentials), password: undefined };
    return {
      username: decode(credentials.slice(0, colon)),
      password: decode(credentials.slice(colon + 1)),
    };
  } catch {
    return undefined;
  }
}
