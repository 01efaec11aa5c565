/** The messages between the primary process and its workers. */
import type { RecordChange, RecordRequest, Records } from '../collections/record-service.ts';
import type { ClientLimit } from '../filters/rate-limiter.ts';
import type { Snapshot } from '../metrics/metrics.ts';
import type { ReloadedPart } from './reloaded.ts';

/** The kind of peer: a client on PORT, or another proxy (a front) on DECISION_PORT. */
export type ConnectionOf = 'client' | 'front';

/** A missing limit means that of PROXY_RATE_LIMIT. */
export type LimitedClient = readonly [address: string, limit?: ClientLimit];

export type ToPrimary =
  | { readonly kind: 'Started'; readonly lines: readonly string[] }
  | { readonly kind: 'Failed'; readonly errors: readonly string[] }
  | { readonly kind: 'Beat' }
  /** The worker has received the socket of the last Connection message. */
  | { readonly kind: 'Accepted' }
  /** The worker has handled all messages before Query. */
  | { readonly kind: 'Replied'; readonly serial: number }
  /** A warning for the operator, printed once per `trouble`. */
  | { readonly kind: 'Warning'; readonly trouble: string; readonly line: string }
  /** The worker is ending on its own account. */
  | { readonly kind: 'Leaving' }
  /** A request for one token per client. */
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
  | { readonly kind: 'Reloaded'; readonly id: number; readonly part: ReloadedPart };

export type ToWorker =
  /** The socket is sent with the message. */
  | { readonly kind: 'Connection'; readonly of: ConnectionOf }
  | { readonly kind: 'Query'; readonly serial: number }
  /** 48 bytes in base64, the same for all workers. */
  | { readonly kind: 'TicketKeys'; readonly keys: string }
  /** Milliseconds or refusals, in the order of the clients of Take. */
  | { readonly kind: 'Taken'; readonly id: number; readonly waits: readonly number[] }
  | { readonly kind: 'LoadedRecords'; readonly id: number; readonly records: Records }
  /** `granted`: true when the inspection may begin, false when the queue is full. */
  | { readonly kind: 'Inspect'; readonly id: number; readonly granted: boolean }
  | { readonly kind: 'Metrics'; readonly id: number }
  | { readonly kind: 'Reload'; readonly id: number }
  | { readonly kind: 'Stop' };

/** Returns the message. Both ends run this program, so an object with `kind` is one of our messages. */
export function readMessage<Message extends ToPrimary | ToWorker>(
  received: unknown,
): Message | undefined {
  const isOurs = typeof received === 'object' && received !== null && 'kind' in received;
  return isOurs ? (received as Message) : undefined;
}

/** Sends a message to the primary. Errors are ignored: when the primary has ended, Node ends the workers at once. */
export function sendToPrimary(message: ToPrimary): void {
  process.send?.(message, undefined, {}, () => {});
}
