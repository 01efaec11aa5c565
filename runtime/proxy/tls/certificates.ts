/** Reads certificates and keys from disk, and selects the certificate for a server name. */
import type { X509Certificate } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { attempts } from '../attempts.ts';
import { messageOf } from '../message-of.ts';
import { readAuthorities, readCertificate, readKey } from '../pem-files.ts';
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
      readonly authorities: string[] | undefined;
    }
  /** One line per problem, naming the variable. */
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

type Pair = { readonly cert: string; readonly key: string };

/** Loads all certificates. TLS_CERT must be set. */
export function loadCertificates(settings: ProxySettings): CertificatesLoad {
  const problems: string[] = [];
  const { tlsClientAuthorities: path } = settings;
  const authorities =
    path === ''
      ? undefined
      : attempts(problems)(() => readAuthorities({ variable: 'TLS_CLIENT_CA', path }));
  const common = { ...contextOptions(settings), ca: authorities };
  const pairs = pairsOf(settings, problems);
  const [first, ...others] = pairs.flatMap((pair) => readPair(pair, common, problems) ?? []);
  if (problems.length > 0 || first === undefined) return { kind: 'Failed', problems };
  return { kind: 'Loaded', certificates: [first, ...others], authorities };
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
    // Whoever reads the pair reports the problem, and those of the key.
    if (tlsKey !== '') return [{ cert: tlsCertificate, key: tlsKey }];
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

function readPair(
  { cert, key }: Pair,
  common: SecureContextOptions,
  problems: string[],
): Certificate | undefined {
  const attempt = attempts(problems);
  const certificate = attempt(() => readCertificate({ variable: 'TLS_CERT', path: cert }));
  const privateKey = attempt(() => readKey({ variable: 'TLS_KEY', path: key }));
  if (certificate === undefined || privateKey === undefined) return undefined;
  const { parsed } = certificate;
  if (!parsed.checkPrivateKey(privateKey.parsed)) {
    problems.push(`TLS_KEY: ${key} is not the private key of ${cert}.`);
    return undefined;
  }
  const pem = { cert: certificate.pem, key: privateKey.pem };
  const context = attempt(() => contextOf(cert, { ...common, ...pem }));
  if (context === undefined) return undefined;
  return {
    name: basename(cert),
    hosts: hostsOf(parsed),
    expiresAt: Date.parse(parsed.validTo),
    pem,
    context,
  };
}

/** OpenSSL refuses weak keys, for example. */
function contextOf(path: string, options: SecureContextOptions): SecureContext {
  try {
    return createSecureContext(options);
  } catch (error) {
    throw new Error(`TLS_CERT: ${path} cannot be used: ${messageOf(error)}`);
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
