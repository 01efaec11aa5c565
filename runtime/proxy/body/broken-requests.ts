/** Marks requests whose body will not arrive: Node reports that to the server, not to the request. */
import type { RequestStream } from '../http/client-side.ts';

/** The body cannot be parsed, took longer than REQUEST_TIMEOUT, or has chunk extensions or trailers over Node's limits. */
export type Breakage = 'Broken' | 'TooSlow' | 'ExtensionsTooLong' | 'TrailersTooLong';

const broken = new WeakMap<RequestStream, Breakage>();

/** Records the breakage and makes current and later readers of the body fail. */
export function markBroken(request: RequestStream, breakage: Breakage): void {
  broken.set(request, breakage);
  if (request.listenerCount('error') > 0) request.emit('error', new Error(breakage));
}

/** Returns the breakage; undefined while the request is intact. */
export function breakageOf(request: RequestStream): Breakage | undefined {
  return broken.get(request) ?? (request.destroyed ? 'Broken' : undefined);
}
