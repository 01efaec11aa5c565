/** One request at a time per connection: Node would start all pipelined requests at once. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response that the next request on this connection waits for. */
const lastOf = new WeakMap<Socket, ServerResponse>();

/** Calls `start` when the connection's requests before this one have been answered. */
export function inTurn(socket: Socket, response: ServerResponse, start: () => void): void {
  const before = lastOf.get(socket);
  lastOf.set(socket, response);
  if (before === undefined || before.closed) {
    start();
    return;
  }
  before.once('close', () => {
    if (!socket.destroyed) start();
  });
}
