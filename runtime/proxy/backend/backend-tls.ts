/**
 * Secures connections to https:// backends: which authorities are trusted, and which certificate the proxy
 * presents.
 */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { attempts } from '../attempts.ts';
import { type PemSource, readAuthorities, readCertificate, readKey } from '../pem-files.ts';
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

/** Reads the configured files. It reports their problems even if no backend needs them. */
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
  const attempt = attempts(problems);
  const { backendAuthorities, backendCertificate, backendKey } = settings;
  const ca = optional('BACKEND_CA', backendAuthorities, (source) =>
    attempt(() => readAuthorities(source)),
  );
  const cert = optional('BACKEND_CERT', backendCertificate, (source) =>
    attempt(() => readCertificate(source)),
  );
  const key = optional('BACKEND_KEY', backendKey, (source) => attempt(() => readKey(source)));
  if (cert !== undefined && key !== undefined)
    attempt(() => checkPair(settings, cert.parsed, key.parsed));
  if (problems.length > 0) return { kind: 'Failed', problems };
  const pems = { ca, cert: cert?.pem, key: key?.pem };
  return { kind: 'Read', context: createSecureContext({ minVersion: MIN_VERSION, ...pems }) };
}

/** Returns undefined when the path is unset: then Node's list of authorities is trusted, and no certificate presented. */
function optional<T>(
  variable: string,
  path: string,
  read: (source: PemSource) => T,
): T | undefined {
  return path === '' ? undefined : read({ variable, path });
}

function hasFiles(settings: ProxySettings): boolean {
  const { backendAuthorities, backendCertificate, backendKey } = settings;
  return [backendAuthorities, backendCertificate, backendKey].some((path) => path !== '');
}

/** Throws an error whose message is a line for the operator. */
function checkPair(
  { backendCertificate, backendKey }: ProxySettings,
  certificate: X509Certificate,
  key: KeyObject,
): void {
  if (!certificate.checkPrivateKey(key))
    throw new Error(`BACKEND_KEY: ${backendKey} is not the private key of ${backendCertificate}.`);
  const end = Date.parse(certificate.validTo);
  if (end >= Date.now()) return;
  const day = new Date(end).toISOString().slice(0, 10);
  throw new Error(`BACKEND_CERT: ${backendCertificate} expired on ${day}.`);
}
