/** Resets a stream whose response is incomplete. */
import type { ServerHttp2Stream } from 'node:http2';

/**
 * Resets the stream with INTERNAL_ERROR. `close` would first end the response as if it were complete, and then
 * reset.
 */
export function breakOff(stream: ServerHttp2Stream): void {
  stream.destroy(new Error('response broken off'));
}
