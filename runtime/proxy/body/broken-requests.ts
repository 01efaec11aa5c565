/** Requests whose rest cannot be parsed: Node tells the server about them, and not the request. */
import type { IncomingMessage } from 'node:http';

const broken = new WeakSet<IncomingMessage>();

/** Makes whoever reads the body, now or later, stop. */
export function markBroken(request: IncomingMessage): void {
  broken.add(request);
  if (request.listenerCount('error') > 0) request.emit('error', new Error('malformed body'));
}

export function isBroken(request: IncomingMessage): boolean {
  return broken.has(request) || request.destroyed;
}
