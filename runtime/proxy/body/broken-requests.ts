/** Requests whose rest will not come: Node tells the server about them, and not the request. */
import type { IncomingMessage } from 'node:http';

/** It cannot be parsed, or took longer than REQUEST_TIMEOUT. */
export type Breakage = 'Broken' | 'TooSlow';

const broken = new WeakMap<IncomingMessage, Breakage>();

/** Makes whoever reads the body, now or later, stop. */
export function markBroken(request: IncomingMessage, breakage: Breakage): void {
  broken.set(request, breakage);
  if (request.listenerCount('error') > 0) request.emit('error', new Error(breakage));
}

/** Undefined: nothing is wrong so far. */
export function breakageOf(request: IncomingMessage): Breakage | undefined {
  return broken.get(request) ?? (request.destroyed ? 'Broken' : undefined);
}
