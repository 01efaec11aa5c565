/** Who the client is (docs/spec/service.md#client-address), and whose word on it counts. */
import { BlockList, isIP } from 'node:net';
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { ClientMessage } from '../http/client-message.ts';
import { headerValues } from '../http/client-message.ts';
import type { Network } from '../settings/network-types.ts';
import { addressInEntry } from './ip-address.ts';

/** What a peer's headers about the client are worth. */
export type PeerTrust =
  /**
   * TRUSTED_PROXIES is unset: they count, as docs/spec/service.md#client-address has it, and anyone may have
   * written them.
   */
  | 'assumed'
  /** In a network of TRUSTED_PROXIES. */
  | 'trusted'
  | 'untrusted';

export type ClientPolicy = {
  /** Takes a folded address. */
  readonly trustIn: (peerAddress: string) => PeerTrust;
  /** The client's address, folded. A header that holds no address is skipped for the next source. */
  readonly addressOf: (message: ClientMessage, trust: PeerTrust) => string;
};

/** `header`: CLIENT_IP_HEADER in lower case; it counts before X-Forwarded-For. */
export function clientPolicy(
  proxies: readonly Network[],
  header: string | undefined,
): ClientPolicy {
  const isProxy = addressIn(proxies);
  return {
    trustIn: (peerAddress) => {
      if (proxies.length === 0) return 'assumed';
      return isProxy(peerAddress) ? 'trusted' : 'untrusted';
    },
    addressOf: ({ headers, peer }, trust) => {
      if (trust === 'untrusted') return peer.address;
      const named = header === undefined ? undefined : onlyAddress(headerValues(headers, header));
      if (named !== undefined) return named;
      const forwarded = headerValues(headers, 'x-forwarded-for');
      if (trust === 'trusted') return lastOutsider(forwarded, peer.address, isProxy);
      const connecting = headerValues(headers, 'cdn-connecting-ip');
      return onlyAddress(connecting) ?? firstAddress(forwarded) ?? peer.address;
    },
  };
}

function addressIn(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Of a header that holds one address: two of them are none. */
function onlyAddress(values: readonly ByteString[]): string | undefined {
  return values.length === 0 ? undefined : addressInEntry(values.join(',').trim());
}

function firstAddress(values: readonly ByteString[]): string | undefined {
  if (values.length === 0) return undefined;
  return addressInEntry((values.join(',').split(',', 1)[0] ?? '').trim());
}

/**
 * Each proxy adds the address it was spoken to from at the right end. Walking left from the peer, the first
 * address that is no proxy of ours is the client; whatever stands to the left of it, or of something that is
 * no address, the client may have written itself.
 */
function lastOutsider(
  values: readonly ByteString[],
  peerAddress: string,
  isProxy: (address: string) => boolean,
): string {
  let last = peerAddress;
  for (const entry of values.join(',').split(',').reverse()) {
    const address = addressInEntry(entry.trim());
    if (address === undefined) return last;
    last = address;
    if (!isProxy(address)) return last;
  }
  return last;
}
