/** Settings that name hosts, networks, headers and countries. */
import { isIP } from 'node:net';
import { canonicalHost } from '../http/canonical-host.ts';
import { parseCountry } from './country-codes.ts';
import { listOf, type Parsed, problem, type SettingKind, value } from './setting-types.ts';

/** The entry of a host list that matches every host that no list names. */
export const ANY_HOST = '*';

function parseHostName(entry: string): Parsed<string> {
  if (entry === ANY_HOST) return value(entry);
  const host = canonicalHost(entry);
  if (host === undefined) return problem(`"${entry}" is not a host name.`);
  return value(host.name);
}

export const hostNames: SettingKind<readonly string[]> = listOf(
  'comma-separated host names',
  ',',
  parseHostName,
);

/** An address block: only the first `prefix` bits of `address` count. */
export type Network = {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
};

function parseNetwork(entry: string): Parsed<Network> {
  const slash = entry.indexOf('/');
  const address = slash === -1 ? entry : entry.slice(0, slash);
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const prefix = slash === -1 ? String(bits) : entry.slice(slash + 1);
  if (version === 0 || !/^[0-9]{1,3}$/.test(prefix) || Number(prefix) > bits) {
    return problem(`"${entry}" is not an address or CIDR block, such as 10.0.0.0/8.`);
  }
  return value({ address, prefix: Number(prefix), family: version === 6 ? 'ipv6' : 'ipv4' });
}

export const networks: SettingKind<readonly Network[]> = listOf(
  'comma-separated CIDR blocks',
  ',',
  parseNetwork,
);

/**
 * Headers that hold lists of addresses. A client can forge all but the right end, so CLIENT_IP_HEADER may not name
 * them.
 */
const LISTS: ReadonlySet<string> = new Set(['forwarded', 'x-forwarded-for']);

/**
 * The name of a header that holds one address, in lower case. The proxy does not forward headers whose names have
 * other bytes than letters, digits and hyphens.
 */
export const headerName: SettingKind<string> = {
  type: 'header name',
  parse: (text) => {
    const name = text.toLowerCase();
    if (!/^[a-z0-9-]{1,64}$/.test(name)) return problem(`"${text}" is not a header name.`);
    if (!LISTS.has(name)) return value(name);
    return problem(
      `${text} contains a list. X-Forwarded-For is always used: name a header that contains one address.`,
    );
  },
};

export const countries: SettingKind<readonly string[]> = listOf(
  'comma-separated ISO 3166-1 codes',
  ',',
  parseCountry,
);

/** Returns true for addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.[0-9.]+$/.test(host);
}
