/** Speaks HTTP/2 on connections that something else has accepted. */
import type { Socket } from 'node:net';
import type { Gateway } from '../exchange/gateway.ts';
import type { Http2Metrics } from './http2-metrics.ts';
import { MAX_FIELD_BYTES } from './incoming.ts';
import { type Connection, serveConnection } from './serve-connection.ts';

/** Streams of a connection at a time. */
const MAX_STREAMS = 100;
/** As many as SETTINGS_MAX_HEADER_LIST_SIZE lets pass. */
const MAX_FIELDS = MAX_FIELD_BYTES / 32;

export type Http2Endpoint = {
  /** Serves a connection of which nothing has been read. */
  readonly accept: (socket: Socket) => void;
  /** Lets each connection finish what has begun, and no more. */
  readonly drain: () => void;
};

/** Loads node:http2, which processes without HTTP/2 do not need. */
export async function openHttp2Endpoint(
  gateway: Gateway,
  metrics: Http2Metrics,
): Promise<Http2Endpoint> {
  const { performServerHandshake } = await import('node:http2');
  const connections = new Set<Connection>();
  let isDraining = false;
  const options = {
    settings: {
      maxConcurrentStreams: MAX_STREAMS,
      maxHeaderListSize: MAX_FIELD_BYTES,
      enablePush: false,
    },
    maxHeaderListPairs: MAX_FIELDS,
  };
  return {
    accept: (socket) => {
      // Its close would not be seen.
      if (socket.destroyed) return;
      const connection = serveConnection(gateway, metrics, socket, (watched) =>
        performServerHandshake(watched, options),
      );
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
      if (isDraining) connection.close('shutdown');
    },
    drain: () => {
      isDraining = true;
      for (const connection of connections) connection.close('shutdown');
    },
  };
}
