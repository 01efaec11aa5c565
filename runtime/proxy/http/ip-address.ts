/** Parses IP addresses: folds IPv4-mapped ones and computes the keys of the rate limiter. */
import { isIPv4, isIPv6 } from 'node:net';

/** 64 bits as two unsigned 32-bit halves. */
export type AddressKey = { readonly high: number; readonly low: number };

/**
 * Returns the address as filters and logs write it: without zone, in lower case, IPv4-mapped IPv6 as IPv4. Returns
 * undefined when the text is not an address.
 */
export function foldAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  if (!isIPv6(text)) return undefined;
  const address = text.replace(/%.*$/, '').toLowerCase();
  const groups = ipv6Groups(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!mapped) return address;
  const [high = 0, low = 0] = groups.slice(6);
  return ipv4Text((high << 16) | low);
}

/** Formats the 32 bits of an IPv4 address. */
export function ipv4Text(bits: number): string {
  return [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join('.');
}

/** Formats the 128 bits of an IPv6 address as eight groups of up to four digits, without abbreviation. */
export function ipv6Text(bits: bigint): string {
  const groups: string[] = [];
  for (let shift = 112n; shift >= 0n; shift -= 16n)
    groups.push(((bits >> shift) & 0xffffn).toString(16));
  return groups.join(':');
}

const WITH_PORT = /^(?:\[([^\]]+)\](?::[0-9]{1,5})?|(.+):[0-9]{1,5})$/;

/**
 * Returns the folded address of an entry that may have a port, as Azure and CloudFront write it: `192.0.2.1:80`,
 * `[2001:db8::1]:80`, `[2001:db8::1]`. An IPv6 address without brackets is separated from its port where that is
 * unambiguous.
 */
export function addressInEntry(entry: string): string | undefined {
  return foldAddress(entry) ?? addressBeforePort(entry);
}

/** Returns the folded address of an entry that has a port, with which an IPv6 address without brackets is unambiguous. */
export function addressBeforePort(entry: string): string | undefined {
  const match = WITH_PORT.exec(entry);
  return match === null ? undefined : foldAddress(match[1] ?? match[2] ?? '');
}

/**
 * Returns the key that identifies a client: the IPv4 address, or the /64 network of an IPv6 address, because one
 * client owns all of it. Keys of IPv4 addresses are in ::ffff:0:0/32 of IPv6, which is not assigned.
 */
export function addressKey(address: string): AddressKey {
  if (isIPv4(address)) return { high: 0x0000ffff, low: ipv4Number(address) };
  const [a = 0, b = 0, c = 0, d = 0] = ipv6Groups(address);
  return { high: ((a << 16) | b) >>> 0, low: ((c << 16) | d) >>> 0 };
}

/** Parses the digits in one pass, because it runs for every request. */
function ipv4Number(address: string): number {
  let number = 0;
  let part = 0;
  for (let index = 0; index < address.length; index += 1) {
    const digit = address.charCodeAt(index) - 0x30;
    if (digit >= 0) {
      part = part * 10 + digit;
      continue;
    }
    number = (number << 8) | part;
    part = 0;
  }
  return ((number << 8) | part) >>> 0;
}

/** Returns the eight 16-bit groups of a valid IPv6 address. */
export function ipv6Groups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after];
}

function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
