/** The same small application on each framework, behind its adapter. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import type { InspectorOptions } from '#adapters/core/options.ts';
import { portcullis as honoAdapter } from '#adapters/fetch/hono.ts';
import { protect } from '#adapters/fetch/index.ts';
import { portcullis as fastifyAdapter } from '#adapters/node/fastify.ts';
import { portcullis as nodeAdapter } from '#adapters/node/index.ts';
import { portcullis as koaAdapter } from '#adapters/node/koa.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

/** What the application answers; it is given what it has read. */
export type Application = (target: string, body: Buffer) => Answer;

export type Started = {
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  /** Of frameworks that listen. */
  readonly port: number | undefined;
  readonly close: () => void;
};

export type Framework = {
  readonly name: string;
  /** Listens on a socket of node:http. */
  readonly isNode: boolean;
  readonly start: (options: InspectorOptions, application: Application) => Promise<Started>;
};

async function listening(server: Server): Promise<Started> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serve(
  application: Application,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = application(request.url ?? '', await buffer(request));
  response.writeHead(status, headers);
  response.write(body.slice(0, 3));
  response.end(body.slice(3));
}

const onFetch = (application: Application) => async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  const read = Buffer.from(await request.arrayBuffer());
  const { status, headers, body } = application(pathname + search, read);
  const hasBody = status !== 204 && status !== 304;
  const bytes = Uint8Array.from(Buffer.from(body));
  return new Response(hasBody ? bytes : null, { status, headers });
};

const requestOf = (path: string, init?: RequestInit): Request =>
  new Request(`http://localhost${path}`, init);

export const frameworks: readonly Framework[] = [
  {
    name: 'node:http',
    isNode: true,
    start: (options, application) => {
      const guard = nodeAdapter(options);
      const server = createServer((request, response) =>
        guard(request, response, () => void serve(application, request, response)),
      );
      return listening(server.listen(0, '127.0.0.1'));
    },
  },
  {
    name: 'Express',
    isNode: true,
    start: (options, application) => {
      const app = express();
      app.use(nodeAdapter(options));
      // As express.raw would, but for coded bodies, which it decodes or refuses.
      app.use(async (request, response) => {
        const { status, headers, body } = application(request.originalUrl, await buffer(request));
        response.status(status).set(headers).send(body);
      });
      return listening(app.listen(0, '127.0.0.1'));
    },
  },
  {
    name: 'Fastify',
    isNode: true,
    start: async (options, application) => {
      const app = fastify({ bodyLimit: 50_000_000, forceCloseConnections: true });
      await app.register(fastifyAdapter, options);
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      app.all('/*', (request, reply) => {
        const read = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { status, headers, body } = application(request.url, read);
        return reply.code(status).headers(headers).send(body);
      });
      await app.listen({ port: 0, host: '127.0.0.1' });
      return listening(app.server);
    },
  },
  {
    name: 'Koa',
    isNode: true,
    start: (options, application) => {
      const app = new Koa();
      app.use(koaAdapter(options));
      app.use(async (context) => {
        const { status, headers, body } = application(context.url, await buffer(context.req));
        context.status = status;
        context.set(headers);
        context.body = body;
      });
      return listening(app.listen(0, '127.0.0.1'));
    },
  },
  {
    name: 'Hono',
    isNode: false,
    start: async (options, application) => {
      const app = new Hono();
      app.use(honoAdapter(options));
      app.all('*', (context) => onFetch(application)(context.req.raw));
      const send: Started['send'] = async (path, init) => app.fetch(requestOf(path, init));
      return { port: undefined, send, close: () => undefined };
    },
  },
  {
    name: 'fetch',
    isNode: false,
    start: async (options, application) => {
      const handle = protect(options, onFetch(application));
      const send: Started['send'] = async (path, init) => handle(requestOf(path, init));
      return { port: undefined, send, close: () => undefined };
    },
  },
];
