/** Parses a Host value into its canonical form, from which policy, backend and the forwarded Host are derived. */
import { isIPv6 } from 'node:net';
import type { ByteString } from '#engine/bytes/byte-string.ts';

export type CanonicalHost = {
  /** Lower case, without port and trailing dot; an IPv6 address keeps its brackets. */
  readonly name: string;
  /** The Host value for the backend: the name, and the port when the client gave one. */
  readonly forwarded: string;
};

/** The host of an HTTP/1.0 request without a Host header. */
export const NO_HOST: CanonicalHost = { name: '', forwarded: '' };

const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(:[0-9]{1,5})?$/;
/** The longest host name (RFC 1035 section 2.3.4), plus room for a port. */
const MAX_LENGTH = 255 + 6;
const MAX_PORT = 65535;

/**
 * Parses the value of a Host header. Returns undefined when it is malformed (user info, path, bad port, bytes that
 * host names do not have). Port, case and one trailing dot do not affect `name`.
 */
export function canonicalHost(value: ByteString): CanonicalHost | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const match = HOST.exec(value.toLowerCase());
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  const port = match[2] ?? '';
  if (Number(port.slice(1)) > MAX_PORT) return undefined;
  if (name.startsWith('[') && !isIPv6(name.slice(1, -1))) return undefined;
  return { name, forwarded: name + port };
}

/** Returns true when both have the same name and port; a value without a port has `defaultPort`. */
export function isSameHost(one: CanonicalHost, other: CanonicalHost, defaultPort: number): boolean {
  return one.name === other.name && portOf(one, defaultPort) === portOf(other, defaultPort);
}

function portOf({ name, forwarded }: CanonicalHost, defaultPort: number): number {
  return forwarded === name ? defaultPort : Number(forwarded.slice(name.length + 1));
}
