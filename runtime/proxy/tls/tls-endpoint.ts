/** Serves TLS on connections that were accepted elsewhere. */
import type { Socket } from 'node:net';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { noteCertificate } from '../http/client-certificate.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import {
  type Certificate,
  type CertificatesLoad,
  certificateFor,
  loadCertificates,
} from './certificates.ts';
import { contextOptions } from './context-options.ts';

export type TlsEndpoint = {
  /** Performs the handshake; closes the connection when that fails. */
  readonly accept: (socket: Socket) => void;
  /** Sets the function that serves connections after their handshake. */
  readonly serveWith: (serve: (socket: TLSSocket) => void) => void;
  /** Reads certificates again; open connections keep theirs. Returns the problems, in which case nothing changes. */
  readonly reload: () => readonly string[];
  /** Sets the 48 random bytes of ticket keys. Processes with the same keys resume each other's sessions. */
  readonly setTicketKeys: (keys: Buffer) => void;
  readonly measure: (metrics: Metrics) => void;
  /** Returns one line per certificate. */
  readonly lines: () => readonly string[];
};

export type EndpointOpen =
  | { readonly kind: 'Open'; readonly endpoint: TlsEndpoint | undefined }
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

type Configuration = Extract<CertificatesLoad, { readonly kind: 'Loaded' }>;

/** Opens the endpoint; it is undefined when TLS_CERT is unset. */
export function openTlsEndpoint(settings: ProxySettings): EndpointOpen {
  if (settings.tlsCertificate === '') return { kind: 'Open', endpoint: undefined };
  const read = loadCertificates(settings);
  if (read.kind === 'Failed') return read;
  return { kind: 'Open', endpoint: createTlsEndpoint(settings, read) };
}

function createTlsEndpoint(settings: ProxySettings, first: Configuration): TlsEndpoint {
  let serve: (socket: TLSSocket) => void = (socket) => socket.destroy();
  const requestsCertificate = settings.tlsClientAuthorities !== '';
  let current = first;
  let failures = 0;
  const server = createServer({
    ...serverOptions(settings, first),
    ALPNProtocols: settings.http2 ? ['h2', 'http/1.1'] : ['http/1.1'],
    handshakeTimeout: settings.headersTimeout,
    sessionIdContext: 'portcullis',
    requestCert: requestsCertificate,
    rejectUnauthorized: requestsCertificate && settings.tlsClientCertificate === 'required',
    SNICallback: (name, done) => done(null, certificateFor(current.certificates, name).context),
  });
  server.on('tlsClientError', (_error, socket) => {
    failures += 1;
    socket.destroy();
  });
  server.on('secureConnection', (socket) => {
    if (!requestsCertificate || noteCertificate(socket)) {
      serve(socket);
      return;
    }
    failures += 1;
    socket.destroy();
  });
  return {
    accept: (socket) => {
      server.emit('connection', socket);
    },
    serveWith: (next) => {
      serve = next;
    },
    reload: () => {
      const read = loadCertificates(settings);
      if (read.kind === 'Failed') return read.problems;
      current = read;
      server.setSecureContext({
        ...serverOptions(settings, read),
        ticketKeys: server.getTicketKeys(),
      });
      return [];
    },
    setTicketKeys: (keys) => server.setTicketKeys(keys),
    lines: () => current.certificates.map(lineOf),
    measure: (metrics) => {
      metrics.set('waf_tls_handshakes_failed_total', {}, failures);
      metrics.clear('waf_tls_certificate_expiry_seconds');
      for (const { name: certificate, expiresAt } of current.certificates)
        metrics.set('waf_tls_certificate_expiry_seconds', { certificate }, expiresAt / 1000);
    },
  };
}

function lineOf({ name, hosts, expiresAt }: Certificate): string {
  const shown = hosts.length === 0 ? 'no DNS name' : hosts.join(' ');
  const until = new Date(expiresAt).toISOString().slice(0, 10);
  return `Certificate ${name}: ${shown}, ${expiresAt < Date.now() ? 'EXPIRED' : 'valid until'} ${until}`;
}

function serverOptions(settings: ProxySettings, configuration: Configuration): TlsOptions {
  const { certificates, authorities } = configuration;
  return { ...contextOptions(settings), ...certificates[0].pem, ca: authorities };
}
