/** Classifies backend failures, in texts that reveal no internal address to the client. */
import { errorCode } from '../error-code.ts';
import { type LocalReply, localReply } from '../http/response.ts';

export type BackendFailure = {
  /** The value of the label `kind` in metrics. */
  readonly kind: 'refused' | 'unreachable' | 'local' | 'timeout' | 'reset' | 'malformed' | 'closed';
  readonly text: string;
};

const UNREACHABLE = new Map([
  ['EHOSTUNREACH', 'no route to host'],
  ['EHOSTDOWN', 'host is down'],
  ['ENETUNREACH', 'network is unreachable'],
  ['ENOTFOUND', 'no such host'],
  ['EAI_AGAIN', 'temporary failure in name resolution'],
]);

/** Errors on this machine, for which the backend is not to blame. */
const LOCAL = new Map([
  ['EADDRNOTAVAIL', 'no free local port'],
  ['EMFILE', 'too many open files'],
  ['ENFILE', 'too many open files'],
]);

export const CLOSED_EARLY: BackendFailure = {
  kind: 'closed',
  text: 'backend closed the connection without an answer',
};

export const BODY_LOST: BackendFailure = {
  kind: 'local',
  text: 'request body cannot be read back',
};

/** The failure for a malformed response; `what` describes the problem in a few words. */
export function malformed(what: string): BackendFailure {
  return { kind: 'malformed', text: `malformed answer: ${what}` };
}

/** The failure for a time-out; `what` names the step that took too long. */
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
  if (code === 'ETIMEDOUT') return timeoutFailure('connect');
  const unreachable = UNREACHABLE.get(code);
  if (unreachable !== undefined) return { kind: 'unreachable', text: `dial tcp: ${unreachable}` };
  const local = LOCAL.get(code);
  if (local !== undefined) return { kind: 'local', text: `dial tcp: ${local}` };
  if (code.startsWith('HPE_')) return malformed('cannot be parsed');
  if (code === 'ECONNRESET' || code === 'EPIPE') {
    return { kind: 'reset', text: 'connection reset by peer' };
  }
  return CLOSED_EARLY;
}

/** 504 when the backend was too slow, else 502 (docs/spec/service.md#statuses). */
export function failureReply({ kind, text }: BackendFailure): LocalReply {
  return localReply(kind === 'timeout' ? 504 : 502, `Bad Gateway: ${text}`, 'upstream');
}
