/** What the primary process and its workers tell each other. */
import type { Snapshot } from '../metrics/metrics.ts';
import type { Reloaded } from './reloaded.ts';

export type ToPrimary =
  | { readonly kind: 'started'; readonly port: number; readonly lines: readonly string[] }
  | { readonly kind: 'failed'; readonly errors: readonly string[] }
  | { readonly kind: 'beat' }
  /** High and low half of each client's key, one after the other. */
  | { readonly kind: 'take'; readonly id: number; readonly keys: readonly number[] }
  /** A large body waits for its inspection. */
  | { readonly kind: 'inspect' }
  | { readonly kind: 'inspected' }
  | { readonly kind: 'metrics'; readonly id: number; readonly snapshot: Snapshot }
  | { readonly kind: 'reloaded'; readonly id: number; readonly reloaded: Reloaded };

export type ToWorker =
  /** Milliseconds, in the order of the keys. */
  | { readonly kind: 'taken'; readonly id: number; readonly waits: readonly number[] }
  | { readonly kind: 'inspect' }
  | { readonly kind: 'metrics'; readonly id: number }
  | { readonly kind: 'reload'; readonly id: number }
  | { readonly kind: 'stop' };

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
