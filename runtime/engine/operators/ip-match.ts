/** @ipMatch, @ipMatchFromFile, @ipMatchFromDataset. */
import type { ByteString } from '../bytes/byte-string.ts';
import { hasIpAddress, type IpSet } from './ip-set.ts';

/** True when the value is an IP address in the set; what is not an address never matches. */
export function ipMatch(value: ByteString, addresses: IpSet): boolean {
  return hasIpAddress(addresses, value);
}
