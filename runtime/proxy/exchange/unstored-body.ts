/** Reports request bodies that cannot be stored, decoded or read back. */
import { errorCode } from '../error-code.ts';
import { messageOf } from '../message-of.ts';
import type { Gateway } from './gateway.ts';

/** Reports the first of these requests only: a full disk stops them all. Messages of the system name another file each time. */
export function reportUnstored({ warnOnce }: Gateway, error: unknown): void {
  const message = messageOf(error);
  const line = `request bodies cannot be stored and read back: ${message}; their requests get 503`;
  warnOnce(`request bodies: ${errorCode(error) || message}`, line);
}
