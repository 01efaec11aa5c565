/** What is known of a backend, and the group of backends that a request may go to. */
import type { BackendAddress } from '../settings/backend-address.ts';
import type { BackendAgents } from './backend-agents.ts';
import type { Connect } from './connect-backend.ts';

/** How a backend is reached. */
export type BackendAccess = {
  readonly connect: Connect;
  readonly agents: BackendAgents;
  /** Closes idle connections, and those in use when their request is over. */
  readonly close: () => void;
};

/** One address. All groups that contain it share its health and load. */
export type Backend = BackendAccess & {
  readonly address: BackendAddress;
  /** "host:port", "https://host:port" or "unix:/path", for logs and metrics. */
  readonly label: string;
  /** The largest one that a group gives it. */
  weight: number;
  /** Monotonic milliseconds until which the backend is skipped. */
  downUntil: number;
  /** False when checks have taken it out. */
  isHealthy: boolean;
  /** Monotonic milliseconds of its last return from either; a slow start begins then. */
  recoveredAt: number;
  inProgress: number;
  /** Attempts that failed. */
  failures: number;
  readonly checks: { succeeded: number; failed: number };
};

/** The group of a request. */
export type Candidates = {
  /** The backend to try next, without these and busy ones; undefined: there is no other. Takes a turn. */
  readonly next: (skipped: ReadonlySet<Backend>) => Backend | undefined;
  readonly hasHealthy: () => boolean;
};

/** For exchanges that go to no backend. */
export const NO_CANDIDATES: Candidates = { next: () => undefined, hasHealthy: () => false };
