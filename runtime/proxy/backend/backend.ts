/** The state of a backend, and the group of backends that may serve a request. */
import type { BackendAddress } from '../settings/backend-address.ts';
import type { BackendAgents } from './backend-agents.ts';
import type { Connect } from './connect-backend.ts';

/** How to connect to a backend. */
export type BackendAccess = {
  readonly connect: Connect;
  readonly agents: BackendAgents;
  /** Closes idle connections now, and those in use when their request is over. */
  readonly close: () => void;
};

/** One backend address. All groups that contain it share its health and load. */
export type Backend = BackendAccess & {
  readonly address: BackendAddress;
  /** "host:port", "https://host:port" or "unix:/path", for logs and metrics. */
  readonly label: string;
  /** The largest weight that a group gives it. */
  weight: number;
  /** Monotonic milliseconds until which the backend is skipped; 0 when the last attempt to connect has succeeded. */
  downUntil: number;
  /** False when health checks have marked the backend as down. */
  isHealthy: boolean;
  /** When the backend last became available again, in monotonic milliseconds. The slow start begins then. */
  recoveredAt: number;
  inProgress: number;
  /** Number of failed attempts. */
  failures: number;
  readonly checks: { succeeded: number; failed: number };
};

/** The group of backends that may serve a request. */
export type Candidates = {
  /**
   * Selects the backend to try next, except busy ones and those in `skipped`; undefined when there is none. Each call
   * counts as one selection for the balance.
   */
  readonly next: (skipped: ReadonlySet<Backend>) => Backend | undefined;
  readonly hasHealthy: () => boolean;
};

/** For exchanges that are not forwarded. */
export const NO_CANDIDATES: Candidates = { next: () => undefined, hasHealthy: () => false };
