/** A connection that sends one request at a time, with little overhead of its own. */
import { once } from 'node:events';
import { connect } from 'node:net';

export type Connection = {
  /**
   * Sends a request; `wire`: the whole message. Resolves when the whole response has arrived; rejects unless its
   * status is 200.
   */
  readonly send: (wire: Uint8Array) => Promise<void>;
  readonly close: () => void;
};

/** Responses have a Content-Length. */
const HEAD = /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*?content-length: *(\d+)\r\n(?:.*\r\n)*?\r\n/i;

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setEncoding('latin1');
  await once(socket, 'connect');
  let received = '';
  let waiting:
    | { readonly resolve: () => void; readonly reject: (error: Error) => void }
    | undefined;
  const fail = (): void => waiting?.reject(new Error(`no whole response of 200: ${received}`));
  socket.on('error', fail);
  socket.on('close', fail);
  socket.on('data', (text) => {
    received += text;
    const head = HEAD.exec(received);
    if (head === null && received.includes('\r\n\r\n')) fail();
    if (head === null || received.length < head[0].length + Number(head[1])) return;
    received = '';
    waiting?.resolve();
  });
  return {
    send: (wire) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(wire);
      }),
    close: () => socket.destroy(),
  };
}
