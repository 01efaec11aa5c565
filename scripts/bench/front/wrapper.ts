/**
 * The minimal wrapper of docs/spec/http.md#forwarding: what http-proxy needs to be safe. It has no host classes,
 * limits, logs, metrics or time-outs of its own.
 */
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import httpProxy from 'http-proxy';
import { HOP_BY_HOP } from '#proxy/http/hop-by-hop.ts';
import { announce } from './announce.ts';

/** The wrapper sets the framing itself. */
const NOT_RELAYED = new Set([...HOP_BY_HOP, 'content-length']);
const target = { host: '127.0.0.1', port: Number(process.env['BACKEND_PORT']) };
const agent = new Agent({ keepAlive: true });
const proxy = httpProxy.createProxyServer({ target, agent, proxyTimeout: 60_000 });
const targets = new WeakMap<IncomingMessage, string>();

proxy.on('proxyReq', (backendRequest, request, response) => {
  backendRequest.path = targets.get(request) ?? '/';
  response.once('close', () => {
    if (!response.writableFinished) backendRequest.destroy();
  });
  backendRequest.once('close', () => {
    if (!response.headersSent) refuse(response);
  });
});
proxy.on('proxyRes', (backendResponse, _request, response) => {
  for (const name of HOP_BY_HOP) delete backendResponse.headers[name];
  backendResponse.once('close', () => {
    if (!backendResponse.complete) response.destroy();
  });
});

announce(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => forward(request, response, Buffer.concat(chunks)));
  }),
);

function forward(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const announced = request.headers['content-length'] ?? request.headers['transfer-encoding'];
  targets.set(request, request.url ?? '/');
  request.headers = freshHeaders(request);
  if (announced !== undefined) request.headers['content-length'] = String(body.length);
  try {
    const buffer = Readable.from(body.length > 0 ? [body] : []);
    proxy.web(request, response, { buffer }, () => refuse(response));
  } catch {
    refuse(response);
  }
}

function freshHeaders(request: IncomingMessage): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const name in request.headers) {
    if (!NOT_RELAYED.has(name) && !name.startsWith('x-forwarded-')) {
      headers[name] = request.headers[name];
    }
  }
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  return headers;
}

function refuse(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502).end('Bad Gateway');
}
