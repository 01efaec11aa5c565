/** Serves HTTP/2 on connections that were accepted elsewhere. */
import type { Socket } from 'node:net';
import type { Gateway } from '../exchange/gateway.ts';
import type { Http2Metrics } from './http2-metrics.ts';
import { MAX_FIELD_BYTES } from './incoming.ts';
import { type Connection, serveConnection } from './serve-connection.ts';

/** Most concurrent streams of a connection. */
const MAX_CONCURRENT_STREAMS = 100;
/** Most fields that fit into SETTINGS_MAX_HEADER_LIST_SIZE. */
const MAX_FIELDS = MAX_FIELD_BYTES / 32;

export type Http2Endpoint = {
  /** Serves a connection of which nothing has been read. */
  readonly accept: (socket: Socket) => void;
  /** Lets each connection finish the streams in progress, and accepts no new ones. */
  readonly drain: () => void;
};

/** Creates the endpoint. It loads node:http2, which processes without HTTP/2 do not need. */
export async function openHttp2Endpoint(
  gateway: Gateway,
  metrics: Http2Metrics,
): Promise<Http2Endpoint> {
  const { performServerHandshake } = await import('node:http2');
  const connections = new Set<Connection>();
  let isDraining = false;
  const options = {
    settings: {
      maxConcurrentStreams: MAX_CONCURRENT_STREAMS,
      maxHeaderListSize: MAX_FIELD_BYTES,
      enablePush: false,
    },
    maxHeaderListPairs: MAX_FIELDS,
  };
  return {
    accept: (socket) => {
      // `close` has already been emitted, so the connection would never be removed.
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
