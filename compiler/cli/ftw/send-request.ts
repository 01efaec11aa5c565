/** One request on a connection of its own, as go-ftw sends it (docs/spec/ftw.md#requests). */
import { connect } from 'node:net';
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import type { FtwResponse } from './ftw-types.ts';

export type Address = { readonly host: string; readonly port: number };

const TIMEOUT = 10_000;
const STATUS_LINE = /^HTTP\/\d\.\d (\d{3})[^\n]*\n/;

/**
 * Writes the bytes at once, reads the response's head and hangs up. `none` when the server closes or
 * is silent for ten seconds before that; rejects when nobody listens.
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
    // A reset after the request is an answer of a kind; the close event follows it.
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
