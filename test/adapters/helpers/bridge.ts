/** A handler of the fetch API on a socket: what a platform does between the wire and a Request, as Node's own classes do it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Bridge = { readonly port: number; readonly close: () => void };

/** `send` takes a path and what else there is of a request. */
export async function bridge(
  send: (path: string, init: RequestInit) => Promise<Response>,
): Promise<Bridge> {
  const server = createServer((request, response) => {
    serve(send, request, response).catch(() => response.writeHead(400).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

/** Requests that the classes refuse are answered with 400, as platforms do. */
async function serve(
  send: (path: string, init: RequestInit) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = new Headers();
  const raw = request.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  }
  const bytes = Uint8Array.from(await buffer(request));
  const { method = 'GET', url = '/' } = request;
  const body = method === 'GET' || method === 'HEAD' || bytes.length === 0 ? {} : { body: bytes };
  const answer = await send(url, { method, headers, ...body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
