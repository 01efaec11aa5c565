/** The messages between the primary process and its workers. */
import type { RecordChange, RecordRequest, Records } from '../collections/record-service.ts';
import type { ClientLimit } from '../filters/rate-limiter.ts';
import type { Snapshot } from '../metrics/metrics.ts';
import type { Reloaded } from './reloaded.ts';

/** Who has connected: a client, to PORT, or a front, to DECISION_PORT. */
export type ConnectionOf = 'client' | 'front';

/** Without a limit it is that of PROXY_RATE_LIMIT. */
export type LimitedClient = readonly [address: string, limit?: ClientLimit];

export type ToPrimary =
  | { readonly kind: 'Started'; readonly lines: readonly string[] }
  | { readonly kind: 'Failed'; readonly errors: readonly string[] }
  | { readonly kind: 'Beat' }
  /** The connection that came with the last message is this worker's. */
  | { readonly kind: 'Accepted' }
  /** For the operator, once for the same trouble. */
  | { readonly kind: 'Warning'; readonly trouble: string; readonly line: string }
  /** The worker is ending of itself. */
  | { readonly kind: 'Leaving' }
  /** One request of each client. */
  | { readonly kind: 'Take'; readonly id: number; readonly clients: readonly LimitedClient[] }
  | {
      readonly kind: 'LoadRecords';
      readonly id: number;
      readonly requests: readonly RecordRequest[];
      readonly patience: number;
    }
  | { readonly kind: 'ChangeRecord'; readonly change: RecordChange }
  /** A large body waits for its inspection. */
  | {
      readonly kind: 'Inspect';
      readonly id: number;
      readonly client: string;
      readonly bytes: number;
    }
  | { readonly kind: 'Inspected'; readonly id: number }
  | { readonly kind: 'Metrics'; readonly id: number; readonly snapshot: Snapshot }
  | { readonly kind: 'Reloaded'; readonly id: number; readonly reloaded: Reloaded };

export type ToWorker =
  /** A socket comes with it. */
  | { readonly kind: 'Connection'; readonly of: ConnectionOf }
  /** 48 bytes in base64, the same for all workers. */
  | { readonly kind: 'TicketKeys'; readonly keys: string }
  /** Milliseconds or refusals, in the order of the clients. */
  | { readonly kind: 'Taken'; readonly id: number; readonly waits: readonly number[] }
  | { readonly kind: 'LoadedRecords'; readonly id: number; readonly records: Records }
  /** Whether it may be inspected now; otherwise too many wait. */
  | { readonly kind: 'Inspect'; readonly id: number; readonly granted: boolean }
  | { readonly kind: 'Metrics'; readonly id: number }
  | { readonly kind: 'Reload'; readonly id: number }
  | { readonly kind: 'Stop' };

/** The other end is this program: a message with a kind is one of ours. */
export function readMessage<Message extends ToPrimary | ToWorker>(
  received: unknown,
): Message | undefined {
  const isOurs = typeof received === 'object' && received !== null && 'kind' in received;
  return isOurs ? (received as Message) : undefined;
}

/** Sends to the primary; a primary that is gone takes its workers with it anyway. */
export function sendToPrimary(message: ToPrimary): void {
  process.send?.(message, undefined, {}, () => {});
}
