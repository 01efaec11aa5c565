/** Tracks for each connection the request in progress and the bytes of the arriving message. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Most bytes of an arriving message that are recorded: more than the largest head that is accepted. */
const MAX_RECORDED = 65_536;
/** Milliseconds without traffic until a connection is probed. */
const PROBE_MS = 60_000;

export type Connection = {
  /** The request that Node emitted last, and its response; undefined after the response has ended. */
  current: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
  /** Bytes received since that request was complete; undefined when recording is off. */
  recorded: Buffer[] | undefined;
  recordedBytes: number;
  /** True after a refusal; later bytes are ignored. */
  refused: boolean;
};

const connections = new WeakMap<Socket, Connection>();

/**
 * Starts to track a connection. When `records` is true it records the bytes of arriving messages, so that rules can
 * inspect messages that Node's parser refuses: Node reports only their last packet. Recording costs 20 us per
 * request, because Node's parser then no longer reads from the connection itself. `received`: bytes that were read before.
 */
export function watchConnection(
  socket: Socket,
  records: boolean,
  received: readonly Buffer[] = [],
): void {
  const recorded = records ? [...received] : undefined;
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

/** Returns the state of a socket that was passed to `watchConnection`. */
export function connectionOf(socket: Socket): Connection | undefined {
  return connections.get(socket);
}

/**
 * Notes a new request, and calls `start` when the responses to earlier requests have been sent. Node itself would
 * start all pipelined requests immediately.
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
    const current = { request, response };
    connection.current = current;
    // An idle connection, and V8's table of connections, would keep the exchange in memory.
    response.once('close', () => {
      if (connection.current === current) connection.current = undefined;
    });
    if (connection.recordedBytes > 0) {
      connection.recorded = [];
      connection.recordedBytes = 0;
    }
  }
  if (before === undefined || before.closed) {
    start();
    return;
  }
  // When the earlier response ends the connection, this request is not served.
  before.once('close', () => {
    if (socket.writable) start();
  });
}

/** Closes a connection at its idle time-out, unless it waits for a response, which has its own time-outs. */
export function closeIdle(socket: Socket): void {
  const current = connections.get(socket)?.current;
  const isWaiting =
    current !== undefined && !current.response.closed && socket.writableLength === 0;
  if (!isWaiting) socket.destroy();
}

/** Probes a connection that may be silent for long, so that it is closed when its client has vanished. */
export function probeSilence(socket: Socket): void {
  socket.setKeepAlive(true, PROBE_MS);
}
