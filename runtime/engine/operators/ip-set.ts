/** Lists of addresses and networks: how authors write them, and which addresses they contain. */
import { type Piece, splitTrimmed } from '../bytes/split-trimmed.ts';
import { type IpAddress, mappedIpv4, parseIpAddress } from './ip-address.ts';
import type { Parsed } from './parsed.ts';

type IpRange = { readonly low: IpAddress; readonly high: IpAddress };

/** Sorted ranges that do not overlap, one list for each IP version. */
export type IpSet = { readonly ipv4: readonly IpRange[]; readonly ipv6: readonly IpRange[] };

const MAPPED_BITS = 96;

/** Parses the argument of @ipMatch: comma-separated addresses and CIDR networks; empty entries are skipped. */
export function parseIpList(text: string): Parsed<readonly string[]> {
  return checked(splitTrimmed(text));
}

/** Returns the set of entries that a parse function has accepted; other entries are ignored. */
export function loadIpSet(entries: readonly string[]): IpSet {
  const ranges = entries.map(parseRange).filter((range) => range !== undefined);
  return {
    ipv4: merged(ranges.filter((range) => range.low.length === 4)),
    ipv6: merged(ranges.filter((range) => range.low.length === 16)),
  };
}

/**
 * Returns true when `text` is an address in the set. An IPv4-mapped IPv6 address counts as both versions:
 * `::ffff:10.1.2.3` is in 10.0.0.0/8 and in `::/80`. A plain IPv4 address is in no IPv6 network.
 */
export function hasIpAddress(set: IpSet, text: string): boolean {
  const address = parseIpAddress(text);
  if (address === undefined) return false;
  if (address.length === 4) return inRanges(set.ipv4, address);
  const ipv4 = mappedIpv4(address);
  return inRanges(set.ipv6, address) || (ipv4 !== undefined && inRanges(set.ipv4, ipv4));
}

function checked(entries: readonly Piece[]): Parsed<readonly string[]> {
  const written = entries.filter((entry) => entry.text !== '');
  const bad = written.find((entry) => parseRange(entry.text) === undefined);
  if (bad === undefined) return { kind: 'Ok', value: written.map((entry) => entry.text) };
  const message = `"${bad.text}" is neither an IP address nor a network such as 10.0.0.0/8.`;
  return { kind: 'Error', message, index: bad.index };
}

function parseRange(entry: string): IpRange | undefined {
  const [text = '', prefix, ...rest] = entry.split('/');
  const address = parseIpAddress(text);
  if (address === undefined || rest.length > 0) return undefined;
  const bits = address.length * 8;
  if (prefix !== undefined && !/^[0-9]{1,3}$/.test(prefix)) return undefined;
  const fixed = prefix === undefined ? bits : Number(prefix);
  if (fixed > bits) return undefined;
  const ipv4 = fixed >= MAPPED_BITS ? mappedIpv4(address) : undefined;
  return ipv4 === undefined ? network(address, fixed) : network(ipv4, fixed - MAPPED_BITS);
}

/** Returns the first and last address with the same first `fixed` bits. */
function network(address: IpAddress, fixed: number): IpRange {
  let low = '';
  let high = '';
  for (let index = 0; index < address.length; index += 1) {
    const free = 0xff >> Math.min(8, Math.max(0, fixed - index * 8));
    const byte = address.charCodeAt(index);
    low += String.fromCharCode(byte & ~free);
    high += String.fromCharCode(byte | free);
  }
  return { low, high };
}

function merged(ranges: readonly IpRange[]): readonly IpRange[] {
  const sorted = ranges.toSorted((a, b) => (a.low < b.low ? -1 : Number(a.low > b.low)));
  const result: IpRange[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (last === undefined || range.low > last.high) result.push(range);
    else if (range.high > last.high) result.splice(-1, 1, { low: last.low, high: range.high });
  }
  return result;
}

function inRanges(ranges: readonly IpRange[], address: IpAddress): boolean {
  let from = 0;
  let to = ranges.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const range = ranges[middle];
    if (range === undefined || address < range.low) to = middle;
    else if (address > range.high) from = middle + 1;
    else return true;
  }
  return false;
}
