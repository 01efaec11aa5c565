/** Determines the client's address (docs/spec/service.md#client-address) and which peers' headers are trusted. */
import { BlockList, isIP } from 'node:net';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { headerValues } from '#engine/host/header-values.ts';
import type { ClientMessage } from '../http/client-message.ts';
import { addressBeforePort, addressInEntry } from '../http/ip-address.ts';
import type { Network } from '../settings/network-types.ts';

/** How far a peer's headers about the client are trusted. */
export type PeerTrust =
  /**
   * TRUSTED_PROXIES is unset. The headers are used, as docs/spec/service.md#client-address requires, although any
   * client may have written them.
   */
  | 'assumed'
  /** The peer is in a network of TRUSTED_PROXIES. */
  | 'trusted'
  | 'untrusted';

export type ClientPolicy = {
  /** Returns the trust in a peer with this folded address. */
  readonly trustIn: (peerAddress: string) => PeerTrust;
  /** Returns the client's folded address. A header without a valid address is skipped. */
  readonly addressOf: (message: ClientMessage, trust: PeerTrust) => string;
};

/** CloudFront writes a port after every address, and no brackets around IPv6. */
const HAS_PORT = 'cloudfront-viewer-address';

/** `header`: CLIENT_IP_HEADER in lower case; it takes precedence over X-Forwarded-For. */
export function clientPolicy(
  proxies: readonly Network[],
  header: string | undefined,
): ClientPolicy {
  const isProxy = addressIn(proxies);
  const addressOfHeader = (entry: string): string | undefined =>
    (header === HAS_PORT ? addressBeforePort(entry) : undefined) ?? addressInEntry(entry);
  return {
    trustIn: (peerAddress) => {
      if (proxies.length === 0) return 'assumed';
      return isProxy(peerAddress) ? 'trusted' : 'untrusted';
    },
    addressOf: ({ headers, peer }, trust) => {
      if (trust === 'untrusted') return peer.address;
      const named =
        header === undefined
          ? undefined
          : onlyAddress(headerValues(headers, header), addressOfHeader);
      if (named !== undefined) return named;
      const forwarded = headerValues(headers, 'x-forwarded-for');
      if (trust === 'trusted') return lastOutsider(forwarded, peer.address, isProxy);
      const connecting = headerValues(headers, 'cdn-connecting-ip');
      return onlyAddress(connecting, addressInEntry) ?? firstAddress(forwarded) ?? peer.address;
    },
  };
}

/** Most entries of the cache. Without it Node would create an object per lookup, which takes 5 us. */
const MAX_KNOWN = 4096;

function addressIn(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList();
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family);
  const known = new Map<string, boolean>();
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const version = isIP(address);
    const isIn = version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(address, isIn);
    return isIn;
  };
}

/** Returns the address in a header that holds one; undefined when it holds several. */
function onlyAddress(
  values: readonly ByteString[],
  read: (entry: string) => string | undefined,
): string | undefined {
  return values.length === 0 ? undefined : read(values.join(',').trim());
}

function firstAddress(values: readonly ByteString[]): string | undefined {
  if (values.length === 0) return undefined;
  return addressInEntry((values.join(',').split(',', 1)[0] ?? '').trim());
}

/**
 * Returns the rightmost address that is not a trusted proxy. Each proxy appends the address of its peer, so the
 * client may have written everything to the left of that address, or of an entry that is not an address.
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
