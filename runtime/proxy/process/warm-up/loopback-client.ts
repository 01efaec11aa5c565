/** Sends the proxy's own requests one after the other, and waits for each response. */
import { connect } from 'node:net';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { WarmRequest } from '../../waf/warm-requests.ts';
import { messageEnds } from './message-ends.ts';

export type LoopbackClient = {
  /** Resolves to true when the response is complete, to false when the connection closed before that. */
  readonly send: (request: WarmRequest, host: string) => Promise<boolean>;
  readonly close: () => void;
};

/**
 * V8 changes the layout of sockets until it has seen some, and code for an earlier layout does not hold. So the client opens a
 * new connection after this many requests.
 */
const REQUESTS_PER_CONNECTION = 12;

/** Further headers that browsers send: rules read every header. */
const BROWSER_HEADERS = [
  'Sec-CH-UA: "Chromium";v="126", "Not.A/Brand";v="24"',
  'Sec-CH-UA-Mobile: ?0',
  'Sec-CH-UA-Platform: "Linux"',
  'Upgrade-Insecure-Requests: 1',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-User: ?1',
  'Sec-Fetch-Dest: document',
  'Cache-Control: max-age=0',
  'Priority: u=0, i',
];

export function openLoopbackClient(port: number): LoopbackClient {
  let connection = openConnection(port);
  let sent = 0;
  let isClosed = false;
  return {
    send: (request, host) => {
      if (sent === REQUESTS_PER_CONNECTION && !isClosed) {
        connection.close();
        connection = openConnection(port);
        sent = 0;
      }
      sent += 1;
      return connection.send(request, host);
    },
    close: () => {
      isClosed = true;
      connection.close();
    },
  };
}

function openConnection(port: number): LoopbackClient {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const ended = messageEnds();
  let finish: (hasResponse: boolean) => void = () => {};
  socket.on('data', (chunk: Buffer) => {
    if (ended(chunk) > 0) finish(true);
  });
  // `close` follows the error and is handled.
  socket.on('error', () => {});
  socket.on('close', () => finish(false));
  return {
    send: (request, host) =>
      new Promise((resolve) => {
        finish = resolve;
        if (socket.destroyed) resolve(false);
        else socket.write(messageOf(request, host), 'latin1');
      }),
    close: () => socket.destroy(),
  };
}

function messageOf({ head, body }: WarmRequest, host: string): ByteString {
  const { method, target, headers } = head;
  const own = headers.map(([name, value]) => `${name}: ${name === 'Host' ? host : value}`);
  const lines = [`${method} ${target} HTTP/1.1`, ...own, ...BROWSER_HEADERS];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
