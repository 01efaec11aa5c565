/** What a connection is busy with: one request at a time, and the bytes of the message that is arriving. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of an arriving message that are kept: more than any head that is accepted. */
const MAX_RECORDED = 65_536;

export type Connection = {
  /** The request that Node has handed out last, and its response. */
  current: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** Since that request was complete; undefined: not recorded. */
  recorded: Buffer[] | undefined;
  recordedBytes: number;
  /** Nothing after this is looked at. */
  refused: boolean;
};

const connections = new WeakMap<Socket, Connection>();

/**
 * Node does not show the bytes of a message that it refuses, apart from the last packet: where
 * rules are to see them, they are recorded. That costs 20 us a request, because Node's parser then
 * no longer reads from the connection itself.
 */
export function watchConnection(socket: Socket, records: boolean): void {
  const recorded: Buffer[] | undefined = records ? [] : undefined;
  const connection: Connection = { current: undefined, recorded, recordedBytes: 0, refused: false };
  connections.set(socket, connection);
  if (!records) return;
  socket.prependListener('data', (chunk: Buffer) => {
    if (connection.recordedBytes >= MAX_RECORDED) return;
    if (connection.current?.request.complete === false) return;
    connection.recorded?.push(chunk);
    connection.recordedBytes += chunk.length;
  });
}

/** Of a socket that `watchConnection` was called for. */
export function connectionOf(socket: Socket): Connection | undefined {
  return connections.get(socket);
}

/**
 * Notes a new request and calls `start` when the requests before it have been answered: Node
 * would start all pipelined requests at once.
 */
export function inOrder(
  request: IncomingMessage,
  response: ServerResponse,
  start: () => void,
): void {
  const { socket } = request;
  const connection = connections.get(socket);
  const before = connection?.current?.response;
  if (connection !== undefined) {
    connection.current = { request, response };
    if (connection.recordedBytes > 0) {
      connection.recorded = [];
      connection.recordedBytes = 0;
    }
  }
  if (before === undefined || before.closed) {
    start();
    return;
  }
  // After an answer that ends the connection there is nobody to answer: what follows is not served.
  before.once('close', () => {
    if (socket.writable) start();
  });
}

/** A silent connection whose answer is still being made has its time-outs elsewhere. */
export function closeIdle(socket: Socket): void {
  const current = connections.get(socket)?.current;
  const isWaiting =
    current !== undefined && !current.response.closed && socket.writableLength === 0;
  if (!isWaiting) socket.destroy();
}
