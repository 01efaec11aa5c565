/** Classifies backend failures, in texts that reveal no internal address to the client. */
import { errorCode } from '../error-code.ts';
import { type LocalReply, localReply } from '../http/response.ts';

export type BackendFailure = {
  /** The value of the label `kind` in metrics. */
  readonly kind:
    | 'refused'
    | 'unreachable'
    | 'local'
    | 'timeout'
    | 'reset'
    | 'malformed'
    | 'closed'
    | 'tls';
  readonly text: string;
};

const UNREACHABLE = new Map([
  ['EHOSTUNREACH', 'no route to host'],
  ['EHOSTDOWN', 'host is down'],
  ['ENETUNREACH', 'network is unreachable'],
  ['ENOTFOUND', 'no such host'],
  ['EAI_AGAIN', 'temporary failure in name resolution'],
]);

/** Errors of this machine, which say nothing about the backend. */
const LOCAL = new Map([
  ['EADDRNOTAVAIL', 'no free local port'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
]);

/** Texts for certificates that are not accepted; all other failures of TLS share one text. */
const CERTIFICATE = new Map([
  ['CERT_HAS_EXPIRED', 'certificate has expired'],
  ['CERT_NOT_YET_VALID', 'certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate is for another name'],
  ['CERT_REVOKED', 'certificate is revoked'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate of an unknown authority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate of an unknown authority'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate of an unknown authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate of an unknown authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate of an unknown authority'],
  ['CERT_SIGNATURE_FAILURE', 'certificate with a bad signature'],
  ['INVALID_PURPOSE', 'certificate is not for servers'],
]);

export const CLOSED_EARLY: BackendFailure = {
  kind: 'closed',
  text: 'backend closed the connection without a response',
};

export const BODY_LOST: BackendFailure = {
  kind: 'local',
  text: 'request body cannot be read back',
};

/** Returns the failure for a malformed response; `what` describes the problem in a few words. */
export function malformed(what: string): BackendFailure {
  return { kind: 'malformed', text: `malformed response: ${what}` };
}

/** Returns the failure for a time-out; `what` names the step that took too long. */
export function timeoutFailure(what: 'connect' | 'response'): BackendFailure {
  return {
    kind: 'timeout',
    text: what === 'connect' ? 'dial tcp: i/o timeout' : 'response timeout',
  };
}

/** Classifies a Node error by its code. */
export function failureOf(error: unknown): BackendFailure {
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') {
    return { kind: 'refused', text: 'dial tcp: connect: connection refused' };
  }
  // The socket file is missing, or is not a socket.
  if (code === 'ENOENT' || code === 'ENOTSOCK')
    return { kind: 'refused', text: 'dial unix: no such socket' };
  if (code === 'EACCES') return { kind: 'refused', text: 'dial unix: permission denied' };
  if (code === 'ETIMEDOUT') return timeoutFailure('connect');
  const unreachable = UNREACHABLE.get(code);
  if (unreachable !== undefined) return { kind: 'unreachable', text: `dial tcp: ${unreachable}` };
  const local = LOCAL.get(code);
  if (local !== undefined) return { kind: 'local', text: `dial tcp: ${local}` };
  // Long cookies are the usual cause, so operators need to know.
  if (code === 'HPE_HEADER_OVERFLOW') return malformed('header section too large');
  if (code.startsWith('HPE_')) return malformed('cannot be parsed');
  const certificate = CERTIFICATE.get(code);
  if (certificate !== undefined) return { kind: 'tls', text: `tls: ${certificate}` };
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO') {
    return { kind: 'tls', text: 'tls: handshake failed' };
  }
  const isReset = code === 'EPIPE' || (code === 'ECONNRESET' && isOfSystem(error));
  return isReset ? { kind: 'reset', text: 'connection reset by peer' } : CLOSED_EARLY;
}

/** Node gives a connection that the other side closed in order the code ECONNRESET too, without a system call. */
function isOfSystem(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

/** Returns 504 when the backend was too slow, else 502 (docs/spec/service.md#statuses). */
export function failureReply({ kind, text }: BackendFailure): LocalReply {
  return localReply(kind === 'timeout' ? 504 : 502, `Bad Gateway: ${text}`, 'upstream');
}
