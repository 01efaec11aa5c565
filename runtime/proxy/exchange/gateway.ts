/** The state that all exchanges of a process share. */
import type { Socket } from 'node:net';
import type { Header } from '#engine/host/compiled-waf.ts';
import type { BackendFailure } from '../backend/backend-failure.ts';
import type { BackendTimeouts } from '../backend/backend-timeouts.ts';
import type { Backends } from '../backend/backends.ts';
import type { BalancePolicy } from '../backend/balance.ts';
import type { CandidatePolicy } from '../backend/candidates.ts';
import type { Forwarder } from '../backend/forward.ts';
import type { MemoryBudget } from '../body/body-store.ts';
import type { OneAtATime } from '../body/one-at-a-time.ts';
import type { Reclaimer } from '../body/reclaimer.ts';
import type { SpoolBudget } from '../body/spool.ts';
import type { ClientPolicy } from '../filters/client-address.ts';
import type { GeoDatabase } from '../filters/geo-database.ts';
import type { BlocksCountry } from '../filters/geo-policy.ts';
import type { ClientLimit } from '../filters/rate-limiter.ts';
import type { LogSink } from '../logs/logs.ts';
import type { Policies } from '../policies/load-policies.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { Shadow } from '../shadow/shadow.ts';
import type { BodyInspector } from '../threads/body-inspector.ts';
import type { Profile } from '../waf/profile.ts';
import type { NextBatch } from './batches.ts';
import type { Exchange } from './exchange.ts';
import type { RequestTrace } from './request-trace.ts';

/** The state that a reload replaces; an exchange uses the one in force when it began. */
export type Rules = {
  readonly policies: Policies;
  /** The profiles in use, each once. */
  readonly profiles: readonly Profile[];
  /** Undefined when GEO_BLOCK_ENABLED is off and no rule uses @geoLookup, or when there is no database. */
  readonly geo: GeoDatabase | undefined;
};

/**
 * Takes a token for the client with this folded address. Returns 0 when there was one, the milliseconds until there
 * is one, or a refusal (filters/client-refusal.ts). `limit`: the policy's limit; undefined for that of
 * PROXY_RATE_LIMIT.
 */
export type TakeToken = (address: string, limit?: ClientLimit) => number | Promise<number>;

/** Called once for every exchange, when it ends. */
export type Observer = (exchange: Exchange, durationMs: number) => void;

/** Makes a span for each sampled exchange, and a child span for the time that its backend takes. */
export type Tracing = {
  /** Continues the trace of a request with these headers, or begins one. */
  readonly begin: (headers: readonly Header[]) => RequestTrace;
  /** Called once for every exchange, when it ends. */
  readonly end: Observer;
  /** Exports the spans that are still queued. Resolves after at most `ms` milliseconds. */
  readonly close: (ms: number) => Promise<void>;
};

export type Gateway = {
  readonly settings: ProxySettings;
  readonly rules: () => Rules;
  readonly clients: ClientPolicy;
  readonly blocksCountry: BlocksCountry;
  readonly takeToken: TakeToken;
  readonly backends: Backends;
  readonly balance: BalancePolicy;
  /** Closes idle connections, and stops health checks and DNS lookups. */
  readonly closeBackends: () => void;
  readonly forward: Forwarder;
  readonly timeouts: BackendTimeouts;
  readonly candidatePolicy: CandidatePolicy;
  readonly spool: SpoolBudget;
  readonly bodyMemory: MemoryBudget;
  readonly reclaimer: Reclaimer;
  /** Inspects large bodies in other threads; undefined when there are none. */
  readonly bodyInspector: BodyInspector | undefined;
  /**
   * Runs one inspection of a body on disk at a time, when no other thread can inspect it: only one such body fits in
   * memory.
   */
  readonly largeBodies: OneAtATime;
  /** Undefined when SHADOW_RULES is unset. */
  readonly shadow: Shadow | undefined;
  /** Waits for the next batch of requests or responses to inspect. */
  readonly nextRequests: NextBatch;
  readonly nextResponses: NextBatch;
  readonly accessLog: LogSink;
  /** Writes the queued records to the log files. */
  readonly commitLogs: () => void;
  readonly observe: Observer;
  /** Undefined when the proxy exports no traces; trace headers are then forwarded unchanged. */
  readonly tracing: Tracing | undefined;
  /** Sockets of upgraded connections. */
  readonly tunnels: Set<Socket>;
  /**
   * The number of exchanges whose record is not written yet. A Set of them would cost time and memory: V8 replaces its
   * table every few dozen requests, and what an old table contains survives until the next full garbage collection.
   */
  readonly inProgress: {
    count: number;
    /** When a shutdown closes the connections that are still open, on the clock of `performance.now`. */
    endsAt: number;
  };
  readonly backendFailed: (failure: BackendFailure) => void;
  /** Reports a failure of the engine. `step`: the phase or other step that failed. */
  readonly engineFailed: (id: string, step: string, error: unknown) => void;
  /** Reports an internal error to the operator. */
  readonly warn: (message: string) => void;
  /** Reports a lasting problem once, however many requests it affects. Lines with the same `trouble` are about the same one. */
  readonly warnOnce: (trouble: string, line: string) => void;
};
