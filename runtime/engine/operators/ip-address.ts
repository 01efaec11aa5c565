/** Knows how IP addresses are written (RFC 4291 section 2.2; octets as Go's ParseIP takes them). */
import type { ByteString } from '../bytes/byte-string.ts';

/** Network order: 4 bytes for IPv4, 16 for IPv6. Addresses of a kind compare as strings do. */
export type IpAddress = ByteString;

const MAPPED_PREFIX = `${'\0'.repeat(10)}\xff\xff`;
const LONGEST_TEXT = '0000:0000:0000:0000:0000:0000:255.255.255.255'.length;
/** No leading zeros: some readers take `010` as octal, so that two hosts of a chain would disagree. */
const OCTET = /^(?:0|[1-9][0-9]{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

/** Undefined: not an address. Zones (`fe80::1%eth0`) are not part of one. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/** The IPv4 address inside an IPv4-mapped one (RFC 4291 section 2.5.5.2); undefined: not mapped. */
export function mappedIpv4(address: IpAddress): IpAddress | undefined {
  return address.length === 16 && address.startsWith(MAPPED_PREFIX) ? address.slice(12) : undefined;
}

function parseIpv4(text: string): IpAddress | undefined {
  const octets = text.split('.');
  if (octets.length !== 4) return undefined;
  let address = '';
  for (const octet of octets) {
    if (!OCTET.test(octet) || Number(octet) > 255) return undefined;
    address += String.fromCharCode(Number(octet));
  }
  return address;
}

function parseIpv6(text: string): IpAddress | undefined {
  const [head = '', tail, ...rest] = text.split('::');
  if (rest.length > 0) return undefined;
  const start = parseGroups(head, tail === undefined);
  if (tail === undefined) return start?.length === 16 ? start : undefined;
  const end = parseGroups(tail, true);
  if (start === undefined || end === undefined) return undefined;
  const gap = 16 - start.length - end.length;
  return gap >= 2 ? start + '\0'.repeat(gap) + end : undefined;
}

/** Colon-separated groups; the last one of an address may be an IPv4 address. */
function parseGroups(text: string, last: boolean): ByteString | undefined {
  if (text === '') return '';
  const groups = text.split(':');
  const dotted = last && text.includes('.') ? parseIpv4(groups.pop() ?? '') : '';
  if (dotted === undefined) return undefined;
  let bytes = '';
  for (const group of groups) {
    if (!GROUP.test(group)) return undefined;
    const value = Number.parseInt(group, 16);
    bytes += String.fromCharCode(value >> 8, value & 0xff);
  }
  return bytes + dotted;
}
