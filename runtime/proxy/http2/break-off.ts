/** Resets a stream whose response is not whole. */
import type { ServerHttp2Stream } from 'node:http2';

/** With INTERNAL_ERROR. `close` would end the response first, as if it were whole, and reset the stream after that. */
export function breakOff(stream: ServerHttp2Stream): void {
  stream.destroy(new Error('response broken off'));
}
