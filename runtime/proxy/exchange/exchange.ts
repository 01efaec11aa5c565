/**
 * The record of one request. The proxy fills it in while it serves the request; the access log and the metrics read
 * it.
 */
import { performance } from 'node:perf_hooks';
import type { BackendFailure } from '../backend/backend-failure.ts';
import type { PeerTrust } from '../filters/client-address.ts';
import type { ClientMessage } from '../http/client-message.ts';
import type { Cause } from '../http/response.ts';
import type { SitePolicy } from '../policies/site-policy.ts';
import type { Inspection } from '../waf/inspection.ts';
import type { InspectionSummary } from './inspection-summary.ts';
import type { RequestTrace } from './request-trace.ts';

export type Outcome = 'pass' | 'block' | 'detect' | 'redirect' | 'error';

/** The kind of program that queries DECISION_PORT; `unknown` until its query has been parsed. */
export type FrontName = 'crowdsec' | 'envoy' | 'forward-auth' | 'nginx' | 'unknown';

export type Exchange = {
  readonly id: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly message: ClientMessage;
  /** Whether the peer's headers about the client are trusted. */
  readonly trust: PeerTrust;
  /** Undefined when the proxy exports no traces. */
  readonly trace: RequestTrace | undefined;
  /** The client's address, folded; the peer's address until the protocol checks have passed. */
  clientAddress: string;
  /** The program that queries DECISION_PORT about the request; undefined when the proxy forwards it itself. */
  decisionFor: FrontName | undefined;
  /** Canonical host name. */
  host: string;
  /** Undefined until the host has selected a policy, and when it selects none. */
  policy: SitePolicy | undefined;
  /** Undefined when a filter before the choice of a policy has refused the request. */
  hostClass: SitePolicy['hostClass'] | undefined;
  country: string | undefined;
  /** Milliseconds spent waiting for other processes to decide about the client (limits and bans). */
  waitedMs: number;
  inspection: Inspection | undefined;
  /** Settles when another thread has inspected the body; the exchange is logged after that. */
  inspecting: Promise<unknown> | undefined;
  /** 0 when no response was sent. */
  status: number;
  /** Bytes of the request body that were received. */
  bytesIn: number;
  /** Bytes that were sent to the client, heads included. */
  bytesOut: number;
  backend: string | undefined;
  /** How often the request was sent again after a backend may have received it. */
  retries: number;
  /** Monotonic milliseconds at which the request was sent. */
  backendStartedAt: number;
  /** Milliseconds from `backendStartedAt` until the head of the response arrived, or forwarding failed. */
  backendMs: number | undefined;
  /** The status of the backend's response, even when the client gets another one. */
  backendStatus: number | undefined;
  /** Why there is no response of a backend. */
  backendFailure: BackendFailure['kind'] | undefined;
  /** Why the proxy replied itself, or why the exchange ended early. */
  cause: Cause | undefined;
  /** First line of the local reply. */
  detail: string | undefined;
  /** What logs and spans report about the inspection; set by the first of them (inspection-summary.ts). */
  summary: InspectionSummary | undefined;
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
    summary: undefined,
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
