/** Reads certificates and keys from disk, and selects the certificate for a server name. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { messageOf } from '../message-of.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { contextOptions } from './context-options.ts';

export type Certificate = {
  /** The file name of the certificate. */
  readonly name: string;
  /** DNS names in lower case; `*` as first label stands for any single label. */
  readonly hosts: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly pem: { readonly cert: Buffer; readonly key: Buffer };
  readonly context: SecureContext;
};

/** The certificates. The first one is used for clients that send no server name, or an unknown one. */
export type Certificates = readonly [Certificate, ...Certificate[]];

export type CertificatesLoad =
  | {
      readonly kind: 'Loaded';
      readonly certificates: Certificates;
      /** The authorities for clients' certificates; undefined when none are requested. */
      readonly authorities: Buffer | undefined;
    }
  /** One line per problem, naming the variable. */
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

type Pair = { readonly cert: string; readonly key: string };

/** Loads all certificates. TLS_CERT must be set. */
export function loadCertificates(settings: ProxySettings): CertificatesLoad {
  const problems: string[] = [];
  const certificates: Certificate[] = [];
  const authorities = readAuthorities(settings, problems);
  for (const pair of pairsOf(settings, problems)) {
    try {
      certificates.push(readPair(pair, { ...contextOptions(settings), ca: authorities }));
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  const [first, ...others] = certificates;
  if (problems.length > 0 || first === undefined) return { kind: 'Failed', problems };
  return { kind: 'Loaded', certificates: [first, ...others], authorities };
}

function readAuthorities(settings: ProxySettings, problems: string[]): Buffer | undefined {
  const { tlsClientAuthorities: path } = settings;
  if (path === '') return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    problems.push(`TLS_CLIENT_CA: ${messageOf(error)}`);
    return undefined;
  }
}

/** Returns the pairs in the order of their file names, `default.crt` first. */
function pairsOf({ tlsCertificate, tlsKey }: ProxySettings, problems: string[]): readonly Pair[] {
  let names: readonly string[];
  try {
    if (!statSync(tlsCertificate).isDirectory()) {
      if (tlsKey !== '') return [{ cert: tlsCertificate, key: tlsKey }];
      problems.push('TLS_KEY: is unset. Set it to the private key of TLS_CERT.');
      return [];
    }
    names = readdirSync(tlsCertificate).filter((name) => name.endsWith('.crt'));
  } catch (error) {
    problems.push(`TLS_CERT: ${messageOf(error)}`);
    return [];
  }
  if (names.length === 0) problems.push(`TLS_CERT: ${tlsCertificate} has no file NAME.crt.`);
  const rank = (name: string): string => (name === 'default.crt' ? '' : name);
  return names
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .map((name) => join(tlsCertificate, name))
    .map((cert) => ({ cert, key: cert.replace(/crt$/, 'key') }));
}

/** Throws an error whose message is a line for the operator. */
function readPair({ cert, key }: Pair, common: SecureContextOptions): Certificate {
  const read = (variable: string, path: string): Buffer => {
    try {
      return readFileSync(path);
    } catch (error) {
      throw new Error(`${variable}: ${messageOf(error)}`);
    }
  };
  const pem = { cert: read('TLS_CERT', cert), key: read('TLS_KEY', key) };
  const parsed = parseCertificate(cert, pem.cert);
  if (!parsed.checkPrivateKey(parseKey(key, pem.key)))
    throw new Error(`TLS_KEY: ${key} is not the private key of ${cert}.`);
  return {
    name: basename(cert),
    hosts: hostsOf(parsed),
    expiresAt: Date.parse(parsed.validTo),
    pem,
    context: createSecureContext({ ...common, ...pem }),
  };
}

function parseCertificate(path: string, pem: Buffer): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new Error(`TLS_CERT: ${path} is not a certificate in PEM format.`);
  }
}

function parseKey(path: string, pem: Buffer): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(`TLS_KEY: ${path} is not a private key in PEM format without a passphrase.`);
  }
}

function hostsOf({ subjectAltName = '' }: X509Certificate): readonly string[] {
  return [...subjectAltName.matchAll(/DNS:([^,\s"]+)/g)].map(([, name = '']) => name.toLowerCase());
}

/** Selects a certificate by the whole name, or by `*` for its first label (RFC 6125 section 6.4.3). */
export function certificateFor(certificates: Certificates, serverName: string): Certificate {
  const name = serverName.toLowerCase();
  const wildcard = name.replace(/^[^.]+/, '*');
  const find = (host: string): Certificate | undefined =>
    certificates.find(({ hosts }) => hosts.includes(host));
  return find(name) ?? find(wildcard) ?? certificates[0];
}
