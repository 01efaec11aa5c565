/** Parses and formats blocks of banned addresses. */
import { isIPv4, isIPv6 } from 'node:net';
import { foldAddress, ipv4Text, ipv6Groups, ipv6Text } from '../http/ip-address.ts';

export type AddressBlock = {
  readonly family: 4 | 6;
  readonly prefix: number;
  /** The first `prefix` bits as a number. */
  readonly bits: bigint;
};

/** The prefix of a client's IPv6 block, as the rate limit counts clients. */
const IPV6_CLIENT = 64;

/**
 * Parses `192.0.2.1`, `192.0.2.0/24`, `2001:db8::1` (its /64 block) or `2001:db8::/32`; undefined when the text is
 * malformed.
 */
export function parseBlock(text: string): AddressBlock | undefined {
  const slash = text.indexOf('/');
  const address = foldAddress(slash === -1 ? text : text.slice(0, slash));
  if (address === undefined) return undefined;
  const isFour = isIPv4(address);
  const size = isFour ? 32 : 128;
  const given = slash === -1 ? String(isFour ? 32 : IPV6_CLIENT) : text.slice(slash + 1);
  if (!/^\d{1,3}$/.test(given) || Number(given) > size) return undefined;
  const prefix = Number(given);
  return { family: isFour ? 4 : 6, prefix, bits: firstBits(addressBits(address), size, prefix) };
}

/** Formats a block in the form in which it is stored, so that two spellings of one block are one ban. */
export function showBlock({ family, prefix, bits }: AddressBlock): string {
  const size = family === 4 ? 32 : 128;
  const all = bits << BigInt(size - prefix);
  const address = family === 4 ? ipv4Text(Number(all)) : shortened(ipv6Text(all));
  return prefix === 32 && family === 4 ? address : `${address}/${prefix}`;
}

/** Returns whether every address of `inner` is in `outer`. */
export function containsBlock(outer: AddressBlock, inner: AddressBlock): boolean {
  if (outer.family !== inner.family || outer.prefix > inner.prefix) return false;
  return firstBits(inner.bits, inner.prefix, outer.prefix) === outer.bits;
}

/** Returns all bits of a folded address. */
export function addressBits(address: string): bigint {
  if (isIPv6(address))
    return ipv6Groups(address).reduce((all, group) => (all << 16n) | BigInt(group), 0n);
  return address.split('.').reduce((all, part) => (all << 8n) | BigInt(part), 0n);
}

export function firstBits(all: bigint, size: number, prefix: number): bigint {
  return all >> BigInt(size - prefix);
}

/** Returns the form of RFC 5952, which the URL standard uses. */
function shortened(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
