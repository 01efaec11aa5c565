/** Parses IP addresses (RFC 4291 section 2.2; octets as in Go's ParseIP). */
import type { ByteString } from '../bytes/byte-string.ts';

/** Bytes in network order: 4 for IPv4, 16 for IPv6. Addresses of one version compare as strings do. */
export type IpAddress = ByteString;

const MAPPED_PREFIX = `${'\0'.repeat(10)}\xff\xff`;
const LONGEST_TEXT = '0000:0000:0000:0000:0000:0000:255.255.255.255'.length;
/** No leading zeros: some parsers read `010` as octal, so two hosts could disagree about the address. */
const OCTET = /^(?:0|[1-9][0-9]{0,2})$/;
const GROUP = /^[0-9a-f]{1,4}$/i;

/** Parses an address; undefined: not an address. A zone (`fe80::1%eth0`) is not accepted. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  return text.includes(':') ? parseIpv6(text) : parseIpv4(text);
}

/** Returns the IPv4 address inside an IPv4-mapped one (RFC 4291 section 2.5.5.2); undefined: not mapped. */
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

/** Parses colon-separated groups to bytes; the last group of an address may be an IPv4 address. Undefined: bad group. */
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
