/** Iterates over the records of an MMDB file, to check its schema at start. */
import type { Reader, Response } from 'maxmind';
import { ipv4Text, ipv6Text } from '../http/ip-address.ts';

/** Most networks that are examined per IP version. In a country database even the first ones have countries. */
const MAX_NETWORKS = 65_536;
const IPV4_END = 1n << 32n;
const IPV6_END = 1n << 128n;
/** IPv4 networks are under ::/96 of an IPv6 tree; the rest of this block has no routed networks. */
const IPV6_START = 1n << 112n;

/**
 * Returns true when `test` returns true for one of the records. Never throws; it stops at a damaged part of the
 * tree.
 */
export function someRecord(reader: Reader<Response>, test: (record: unknown) => boolean): boolean {
  if (someIn(reader, 0n, IPV4_END, (bits) => ipv4Text(Number(bits)), test)) return true;
  return reader.metadata.ipVersion === 6 && someIn(reader, IPV6_START, IPV6_END, ipv6Text, test);
}

function someIn(
  reader: Reader<Response>,
  start: bigint,
  end: bigint,
  textOf: (address: bigint) => string,
  test: (record: unknown) => boolean,
): boolean {
  let address = start;
  for (let count = 0; count < MAX_NETWORKS && address < end; count += 1) {
    try {
      const [record, prefix] = reader.getWithPrefixLength(textOf(address));
      if (test(record)) return true;
      const size = end >> BigInt(prefix);
      address = (address / size + 1n) * size;
    } catch {
      return false;
    }
  }
  return false;
}
