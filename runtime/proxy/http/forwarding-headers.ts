/**
 * Headers in which a proxy reports the client's address, location and certificate, and the host, path and scheme
 * that the client requested. Applications trust them, so clients must not set them.
 */

/** Names in lower case, from RFC 7239, RFC 9440, load balancers, CDNs and frameworks. */
const NAMES: ReadonlySet<string> = new Set([
  // The client's address.
  'ali-cdn-real-ip',
  'cdn-client-ip',
  'cdn-connecting-ip',
  'cdn-real-ip',
  'cdn-src-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-connecting-o2o',
  'cf-pseudo-ipv4',
  'client-ip',
  'cluster-client-ip',
  'do-connecting-ip',
  'eo-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'forwarded-for',
  'forwarded-for-ip',
  'gcore-client-ip',
  'incap-client-ip',
  'proxy-client-ip',
  'real-ip',
  'remote-addr',
  'true-client-ip',
  'wl-proxy-client-ip',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-custom-ip-authorization',
  'x-envoy-external-address',
  'x-forwarded',
  'x-nf-client-connection-ip',
  'x-original-forwarded-for',
  'x-original-remote-addr',
  'x-originating-ip',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-remote-addr',
  'x-remote-ip',
  'x-sucuri-clientip',
  'x-true-client-ip',
  'x-vercel-forwarded-for',
  // The client's location, as a CDN determined it.
  'cf-ipcountry',
  'x-appengine-country',
  'x-vercel-ip-country',
  // The host, path and scheme that the client requested.
  'cf-visitor',
  'fastly-ssl',
  'front-end-https',
  'x-arr-ssl',
  'x-host',
  'x-http-host-override',
  'x-original-host',
  'x-original-proto',
  'x-original-uri',
  'x-original-url',
  'x-rewrite-url',
  'x-scheme',
  'x-url-scheme',
  // The client's certificate.
  'client-cert',
  'client-cert-chain',
  'x-arr-clientcert',
  'x-client-cert',
]);

const PREFIXES: readonly string[] = [
  'x-forwarded-',
  'cloudfront-viewer-',
  'ssl-client-',
  'x-ssl-client-',
  'x-amzn-mtls-',
];

/** Returns true for a header that makes a claim about the client; `name` is in lower case. */
export function isForwardingHeader(name: string): boolean {
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
}
