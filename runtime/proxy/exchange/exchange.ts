/** The record of one request: filled in while it is served, read by the access log and the metrics. */
import { performance } from 'node:perf_hooks';
import type { BackendFailure } from '../backend/backend-failure.ts';
import type { PeerTrust } from '../filters/client-address.ts';
import type { ClientMessage } from '../http/client-message.ts';
import type { Cause } from '../http/response.ts';
import type { SitePolicy } from '../policies/site-policy.ts';
import type { Inspection } from '../waf/inspection.ts';
import type { RequestTrace } from './request-trace.ts';

export type Outcome = 'pass' | 'block' | 'detect' | 'redirect' | 'error';

/** A kind of program that asks at DECISION_PORT; `unknown`: its query cannot be read so far. */
export type FrontName = 'crowdsec' | 'envoy' | 'forward-auth' | 'nginx' | 'unknown';

export type Exchange = {
  readonly id: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly message: ClientMessage;
  /** Whether the peer's headers about the client are trusted. */
  readonly trust: PeerTrust;
  /** Undefined: there are no traces. */
  readonly trace: RequestTrace | undefined;
  /** Folded address of the client; the peer's until the protocol checks have passed. */
  clientAddress: string;
  /** Who asks whether the request may pass; undefined: it came by itself and is forwarded. */
  decisionFor: FrontName | undefined;
  /** Canonical host name. */
  host: string;
  /** Undefined: the host chooses none. */
  policy: SitePolicy | undefined;
  /** Undefined: a filter before the one for hosts has refused the request. */
  hostClass: SitePolicy['hostClass'] | undefined;
  country: string | undefined;
  /** Milliseconds spent on asking other processes about the client. */
  waitedMs: number;
  inspection: Inspection | undefined;
  /** Settles when another thread has inspected the body; what is logged waits for it. */
  inspecting: Promise<unknown> | undefined;
  /** 0: no response was sent. */
  status: number;
  /** Bytes of the request and response body. */
  bytesIn: number;
  bytesOut: number;
  backend: string | undefined;
  /** Times that the request was sent again after a backend may have received it. */
  retries: number;
  /** Monotonic milliseconds at which the request was sent. */
  backendStartedAt: number;
  /** Milliseconds from then to the head of the response. */
  backendMs: number | undefined;
  /** Of its response, whatever the client gets. */
  backendStatus: number | undefined;
  /** Why there is none. */
  backendFailure: BackendFailure['kind'] | undefined;
  /** Why the proxy replied itself, or why the exchange ended early. */
  cause: Cause | undefined;
  /** First line of the local reply. */
  detail: string | undefined;
};

export function newExchange(
  id: string,
  message: ClientMessage,
  trust: PeerTrust,
  trace: RequestTrace | undefined,
): Exchange {
  return {
    id,
    startedAt: performance.now(),
    message,
    trust,
    trace,
    clientAddress: message.peer.address,
    decisionFor: undefined,
    host: '',
    policy: undefined,
    hostClass: undefined,
    country: undefined,
    waitedMs: 0,
    inspection: undefined,
    inspecting: undefined,
    status: 0,
    bytesIn: 0,
    bytesOut: 0,
    backend: undefined,
    retries: 0,
    backendStartedAt: 0,
    backendMs: undefined,
    backendStatus: undefined,
    backendFailure: undefined,
    cause: undefined,
    detail: undefined,
  };
}

/** Returns the result of the inspection; undefined when the request was not inspected. */
export function outcomeOf({ inspection, cause }: Exchange): Outcome | undefined {
  if (inspection === undefined) return undefined;
  if (inspection.engineError !== undefined) return 'error';
  const { interruption, detected } = inspection.transaction;
  if (interruption === undefined) return detected === undefined ? 'pass' : 'detect';
  if (interruption.kind === 'redirect') return 'redirect';
  return cause === undefined ? 'pass' : 'block';
}
