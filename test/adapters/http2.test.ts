/** Frameworks on Node's HTTP/2 server: where bodies come without Content-Length, and GET may have one. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, connect, createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import fastify from 'fastify';
import Koa from 'koa';
import { portcullis as fastifyAdapter } from '#adapters/node/fastify.ts';
import { portcullis as nodeAdapter } from '#adapters/node/index.ts';
import { portcullis as koaAdapter } from '#adapters/node/koa.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { RULES, wafOf } from './helpers/rules.ts';

let waf: CompiledWaf;
before(async () => {
  waf = await wafOf(RULES);
});

type Seen = string[];
type Handler = Parameters<typeof createServer>[1];

const options = () => ({ waf, onAudit: () => undefined });

/** Applications that note what they have read, and answer `ok`. */
const applications: Readonly<Record<string, (seen: Seen) => Promise<Http2Server>>> = {
  'node:http2': async (seen) => {
    const guard = nodeAdapter(options());
    const handler: Handler = (request, response) => {
      const next = async (): Promise<void> => {
        seen.push(`${request.method} ${(await buffer(request)).toString()}`);
        response.setHeader('Content-Type', 'text/plain');
        response.end('ok');
      };
      // Types of node:http2 are others; what they have is the same.
      Reflect.apply(guard, undefined, [request, response, next]);
    };
    return createServer(handler);
  },
  Koa: async (seen) => {
    const app = new Koa();
    app.use(koaAdapter(options()));
    app.use(async (context) => {
      seen.push(`${context.method} ${(await buffer(context.req)).toString()}`);
      context.body = 'ok';
    });
    return createServer(app.callback());
  },
  Fastify: async (seen) => {
    const app = fastify({ http2: true });
    await app.register(fastifyAdapter, options());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    app.all('/*', async (request, reply) => {
      // Fastify itself reads no body of GET.
      const body = request.body ?? (await buffer(request.raw));
      seen.push(`${request.method} ${String(body)}`);
      return reply.type('text/plain').send('ok');
    });
    await app.ready();
    return app.server;
  },
};

type Sent = { readonly method: string; readonly path?: string; readonly parts?: readonly string[] };

/** Sends a form in pieces; resolves with the status. */
async function ask(
  session: ClientHttp2Session,
  { method, path = '/', parts }: Sent,
): Promise<number> {
  const stream = session.request(
    {
      ':method': method,
      ':path': path,
      ...(parts && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    { endStream: parts === undefined },
  );
  for (const part of parts ?? []) {
    stream.write(part);
    await new Promise((done) => setImmediate(done));
  }
  if (parts !== undefined) stream.end();
  const [headers] = await once(stream, 'response');
  stream.resume();
  return Number(headers[':status']);
}

for (const [name, create] of Object.entries(applications)) {
  test(`${name} over HTTP/2: what is inspected is what the application reads`, async () => {
    const seen: Seen = [];
    const server = (await create(seen)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const session = connect(url);
    after(() => {
      session.destroy();
      server.close();
    });
    assert.equal(await ask(session, { method: 'GET' }), 200);
    assert.equal(await ask(session, { method: 'GET', path: '/?q=attack' }), 403);
    // A response without content that announces a length would be malformed.
    assert.equal(await ask(session, { method: 'GET', path: '/?q=none' }), 204);
    assert.equal(await ask(session, { method: 'POST', parts: ['q=b', 'cd'] }), 200);
    assert.equal(await ask(session, { method: 'POST', parts: ['q=a', 'ttack'] }), 403);
    // Nothing but a frame says that there is a body.
    assert.equal(await ask(session, { method: 'GET', parts: ['q=a', 'ttack'] }), 403);
    assert.equal(await ask(session, { method: 'GET', parts: ['q=bcd'] }), 200);
    assert.equal(await ask(session, { method: 'DELETE' }), 200);
    assert.deepEqual(seen, ['GET ', 'POST q=bcd', 'GET q=bcd', 'DELETE ']);
  });
}

test('all applications were tested', () => assert.equal(Object.keys(applications).length, 3));
