/** Marks requests whose body will not arrive, because Node reports that to the server and not to the request. */
import type { RequestStream } from '../http/client-side.ts';

/** The body cannot be parsed, or took longer than REQUEST_TIMEOUT. */
export type Breakage = 'Broken' | 'TooSlow';

const broken = new WeakMap<RequestStream, Breakage>();

/** Stops current and later readers of the body. */
export function markBroken(request: RequestStream, breakage: Breakage): void {
  broken.set(request, breakage);
  if (request.listenerCount('error') > 0) request.emit('error', new Error(breakage));
}

/** Returns undefined while the request is intact. */
export function breakageOf(request: RequestStream): Breakage | undefined {
  return broken.get(request) ?? (request.destroyed ? 'Broken' : undefined);
}
