/** A receiver of OTLP/HTTP that reads JSON and protobuf as a Collector does, and answers as the test says. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Signed } from '../../proxy/helpers/certificates.ts';
import { until } from '../../proxy/helpers/until.ts';
import { readProtobuf } from './protobuf-request.ts';

export type AnyValue = {
  readonly stringValue?: string;
  readonly intValue?: number;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
};
export type KeyValue = { readonly key: string; readonly value: AnyValue };

export type WireSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly status: { readonly code: number };
  readonly flags: number;
};

export type ExportRequest = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
};

export const SERVER = 2;
export const CLIENT = 3;
export const ERROR = 2;

/** A span with its attributes as plain values. */
export type ReceivedSpan = Omit<WireSpan, 'attributes'> & {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
};

export type Receiver = {
  readonly port: number;
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Heads of the posts, in order. */
  readonly posts: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Resolves to all spans, when there are at least so many. */
  readonly received: (count: number) => Promise<readonly ReceivedSpan[]>;
  readonly close: () => Promise<void>;
};

export type ReceiverOptions = {
  readonly port?: number;
  /** Speaks TLS with this certificate. */
  readonly tls?: Signed;
};

/** Takes everything, unless `respond` does otherwise. */
export async function startReceiver(
  t: TestContext,
  respond: (response: ServerResponse) => void = (response) => response.end('{}'),
  { port = 0, tls }: ReceiverOptions = {},
): Promise<Receiver> {
  const spans: ReceivedSpan[] = [];
  const posts: Receiver['posts'] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      posts.push({ path: request.url ?? '', headers: request.headers });
      const bytes = Buffer.concat(chunks);
      const isZipped = request.headers['content-encoding'] === 'gzip';
      const body = isZipped ? gunzipSync(bytes) : bytes;
      response.on('finish', () => {
        if (response.statusCode === 200) spans.push(...spansOf(readRequest(request, body)));
      });
      respond(response);
    });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(pemOf(tls), listener);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  return {
    port: address.port,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`,
    spans,
    posts,
    received: async (count) => {
      await until(() => spans.length >= count);
      return spans;
    },
    close,
  };
}

function pemOf({ cert, key }: Signed): Readonly<Record<'cert' | 'key', Buffer>> {
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

function readRequest({ headers }: IncomingMessage, body: Buffer): ExportRequest {
  if (headers['content-type'] === 'application/x-protobuf') return readProtobuf(body);
  return JSON.parse(body.toString());
}

function spansOf({ resourceSpans }: ExportRequest): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: plain(span.attributes),
        resource: plain(resource.attributes),
      })),
    ),
  );
}

function plain(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: AnyValue): unknown {
  const { stringValue, intValue, doubleValue, boolValue, arrayValue } = value;
  return arrayValue?.values.map(plainValue) ?? stringValue ?? intValue ?? doubleValue ?? boolValue;
}
