/** Sends each request on its own connection, as go-ftw does (docs/spec/ftw.md#requests). */
import { connect } from 'node:net';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { FtwResponse } from './ftw-types.ts';

export type Address = { readonly host: string; readonly port: number };

const TIMEOUT = 10_000;
const STATUS_LINE = /^HTTP\/\d\.\d (\d{3})[^\n]*\n/;

/**
 * Writes the bytes in one call, reads until the head of the response is complete and closes the connection. Returns
 * `none` when the server closes first or sends nothing for ten seconds. Rejects when it cannot connect.
 */
export function sendRequest({ host, port }: Address, request: ByteString): Promise<FtwResponse> {
  return new Promise((resolve, reject) => {
    let text = '';
    let connected = false;
    const socket = connect({ host, port, noDelay: true }, () => {
      connected = true;
      socket.write(request, 'latin1');
    });
    const finish = (response: FtwResponse) => {
      resolve(response);
      socket.destroy();
    };
    socket.setEncoding('latin1').setTimeout(TIMEOUT);
    socket.on('data', (chunk: string) => {
      text += chunk;
      const response = parseResponse(text);
      if (response !== undefined) finish(response);
    });
    socket.on('timeout', () => finish({ kind: 'none' }));
    socket.on('close', () => finish({ kind: 'none' }));
    // A reset after the connection is a result, `none`; the close event that follows reports it.
    socket.on('error', (error) => {
      if (!connected) reject(error);
    });
  });
}

function parseResponse(text: ByteString): FtwResponse | undefined {
  const status = STATUS_LINE.exec(text)?.[1];
  if (status === undefined || !/\r?\n\r?\n/.test(text)) return undefined;
  return { kind: 'received', status: Number(status), text };
}
