/**
 * The same small application for each framework, with and without its adapter: it reads the body and responds with
 * "ok".
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import createFastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import type { InspectorOptions } from '#adapters/core/options.ts';
import type { BenchRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import type { Adapters } from './bundled-adapters.ts';
import { openConnection } from './connection.ts';

export type Application = {
  readonly send: (request: Sent) => Promise<unknown>;
  readonly close: () => void;
};

/** A request, with the bytes of the whole message and of its body. */
export type Sent = BenchRequest & { readonly wire: Uint8Array; readonly bytes: Uint8Array };

/** Starts an application. `options`: undefined to start it without the adapter. */
export type Start = (
  adapters: Adapters,
  options: InspectorOptions | undefined,
) => Promise<Application>;

export const applications: Readonly<Record<string, Start>> = {
  'node:http': ({ node }, options) => {
    if (options === undefined) return listen(createServer(answer));
    const guard = node.portcullis(options);
    return listen(
      createServer((request, response) =>
        guard(request, response, () => answer(request, response)),
      ),
    );
  },
  Express: ({ node }, options) => {
    const app = express();
    if (options !== undefined) app.use(node.portcullis(options));
    app.use(async (request, response) => {
      await drain(request);
      response.type('text/plain').send('ok');
    });
    return listen(createServer(app));
  },
  Fastify: async ({ fastify }, options) => {
    const app = createFastify();
    if (options !== undefined) await app.register(fastify.portcullis, options);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.all('/*', (_request, reply) => reply.type('text/plain').send('ok'));
    await app.ready();
    return listen(app.server);
  },
  Koa: ({ koa }, options) => {
    const app = new Koa();
    if (options !== undefined) app.use(koa.portcullis(options));
    app.use(async (context) => {
      await drain(context.req);
      context.body = 'ok';
    });
    return listen(createServer(app.callback()));
  },
  fetch: async ({ fetch }, options) => {
    const handle = options === undefined ? echo : fetch.protect(options, echo);
    return { send: (sent) => handle(requestOf(sent)), close: () => undefined };
  },
  Hono: async ({ hono }, options) => {
    const app = new Hono();
    if (options !== undefined) app.use(hono.portcullis(options));
    app.all('*', ({ req }) => echo(req.raw));
    return { send: async (sent) => app.fetch(requestOf(sent)), close: () => undefined };
  },
};

async function listen(server: Server): Promise<Application> {
  // The connection must not time out while requests to other applications are measured.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = await openConnection((server.address() as AddressInfo).port);
  return {
    send: ({ wire }) => connection.send(wire),
    close: () => {
      connection.close();
      server.close();
    },
  };
}

const answer: RequestListener = (request, response) => {
  request.resume().on('end', () => {
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end('ok');
  });
};

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((done) => request.resume().on('end', done));
}

export async function echo(request: Request): Promise<Response> {
  await request.arrayBuffer();
  return new Response('ok');
}

export function requestOf({ method, target, headers, bytes }: Sent): Request {
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  const body = bytes.length === 0 ? {} : { body: bytes };
  return new Request(`http://localhost${target}`, { ...init, ...body });
}

export function toSent(request: BenchRequest): Sent {
  const { method, target, headers, body } = request;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const wire = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}\r\n${body}`, 'latin1');
  return { ...request, wire, bytes: Uint8Array.from(Buffer.from(body, 'latin1')) };
}
