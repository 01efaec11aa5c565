/** @ipMatch, @ipMatchFromFile, @ipMatchFromDataset. */
import type { ByteString } from '../bytes/byte-string.ts';
import { hasIpAddress, type IpSet } from './ip-set.ts';

/** Returns true when the value is an IP address in the set; other values never match. */
export function ipMatch(value: ByteString, addresses: IpSet): boolean {
  return hasIpAddress(addresses, value);
}
