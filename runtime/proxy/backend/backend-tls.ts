/**
 * Secures connections to https:// backends: which authorities are trusted, and which certificate the proxy
 * presents.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import { messageOf } from '../message-of.ts';
import type { ProxySettings } from '../settings/read-settings.ts';

const MIN_VERSION = 'TLSv1.2';

export type BackendTls = {
  /** Returns the context in force; an established connection keeps the one it began with. */
  readonly context: () => SecureContext;
  /**
   * Reads the files again. Returns the problems, in which case nothing changes. Undefined when no files are
   * configured.
   */
  readonly reload: (() => readonly string[]) | undefined;
};

export type BackendTlsOpen =
  | { readonly kind: 'Open'; readonly tls: BackendTls }
  /** One line per problem, naming the variable. */
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

type ContextRead =
  | { readonly kind: 'Read'; readonly context: SecureContext }
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

/** Reads the configured files. It reports their faults even if no backend needs them. */
export function openBackendTls(settings: ProxySettings): BackendTlsOpen {
  if (!hasFiles(settings)) return { kind: 'Open', tls: withoutFiles() };
  const first = readContext(settings);
  if (first.kind === 'Failed') return first;
  let current = first.context;
  const reload = (): readonly string[] => {
    const next = readContext(settings);
    if (next.kind === 'Failed') return next.problems;
    current = next.context;
    return [];
  };
  return { kind: 'Open', tls: { context: () => current, reload } };
}

/** Trusts Node's list of authorities. The context is created for the first connection that needs it. */
function withoutFiles(): BackendTls {
  let context: SecureContext | undefined;
  return {
    context: () => {
      context ??= createSecureContext({ minVersion: MIN_VERSION });
      return context;
    },
    reload: undefined,
  };
}

function readContext(settings: ProxySettings): ContextRead {
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      problems.push(messageOf(error));
      return undefined;
    }
  };
  const { backendAuthorities, backendCertificate, backendKey } = settings;
  const ca = attempt(() => readAuthorities(backendAuthorities));
  const cert = attempt(() => readOptional('BACKEND_CERT', backendCertificate));
  const key = attempt(() => readOptional('BACKEND_KEY', backendKey));
  if (cert !== undefined && key !== undefined)
    attempt(() =>
      checkPair({ path: backendCertificate, pem: cert }, { path: backendKey, pem: key }),
    );
  if (problems.length > 0) return { kind: 'Failed', problems };
  const context = createSecureContext({ minVersion: MIN_VERSION, ca, cert, key });
  return { kind: 'Read', context };
}

function hasFiles(settings: ProxySettings): boolean {
  const { backendAuthorities, backendCertificate, backendKey } = settings;
  return [backendAuthorities, backendCertificate, backendKey].some((path) => path !== '');
}

/**
 * Returns the certificates of BACKEND_CA; undefined, for Node's list, when it is unset. Throws an error whose
 * message is a line for the operator, as `readPair` does.
 */
function readAuthorities(path: string): string[] | undefined {
  if (path === '') return undefined;
  const text = read('BACKEND_CA', path).toString('latin1');
  const certificates =
    text.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  if (certificates.length === 0)
    throw new Error(`BACKEND_CA: ${path} is not a certificate in PEM format.`);
  for (const pem of certificates) parseCertificate('BACKEND_CA', path, pem);
  return [...certificates];
}

type PemFile = { readonly path: string; readonly pem: Buffer };

function checkPair(certificate: PemFile, key: PemFile): void {
  const parsed = parseCertificate('BACKEND_CERT', certificate.path, certificate.pem);
  if (!parsed.checkPrivateKey(parseKey(key.path, key.pem)))
    throw new Error(`BACKEND_KEY: ${key.path} is not the private key of ${certificate.path}.`);
  const end = Date.parse(parsed.validTo);
  if (end >= Date.now()) return;
  const day = new Date(end).toISOString().slice(0, 10);
  throw new Error(`BACKEND_CERT: ${certificate.path} expired on ${day}.`);
}

function readOptional(variable: string, path: string): Buffer | undefined {
  return path === '' ? undefined : read(variable, path);
}

function read(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${variable}: ${messageOf(error)}`);
  }
}

function parseCertificate(variable: string, path: string, pem: Buffer | string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new Error(`${variable}: ${path} is not a certificate in PEM format.`);
  }
}

function parseKey(path: string, pem: Buffer): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error(
      `BACKEND_KEY: ${path} is not a private key in PEM format without a passphrase.`,
    );
  }
}
