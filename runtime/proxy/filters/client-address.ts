/** Who the client is (service.md 4.2), and whose word on it counts. */
import { BlockList, isIP } from 'node:net';
import type { ClientMessage } from '../http/client-message.ts';
import { headerValues } from '../http/client-message.ts';
import type { Network } from '../settings/network-types.ts';
import { foldAddress } from './ip-address.ts';

/** True for peers whose headers are believed. Takes a folded address. */
export type TrustsPeer = (address: string) => boolean;

/** With no networks every peer is trusted, as service.md has it. */
export function trustedPeers(networks: readonly Network[]): TrustsPeer {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * The client's address, folded: CDN-Connecting-IP, else the first entry of X-Forwarded-For, else
 * the peer. A header that holds no address is skipped; untrusted peers' headers are not read.
 */
export function clientAddress({ headers, peer }: ClientMessage, trusted: boolean): string {
  if (!trusted) return peer.address;
  const connecting = headerValues(headers, 'cdn-connecting-ip');
  const forwarded = headerValues(headers, 'x-forwarded-for');
  if (connecting.length === 0 && forwarded.length === 0) return peer.address;
  const first = (forwarded.join(',').split(',', 1)[0] ?? '').trim();
  return foldAddress(connecting.join(',').trim()) ?? foldAddress(first) ?? peer.address;
}
