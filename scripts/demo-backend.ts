/** A backend for trying out the proxy: responds with the request that it received, as plain text. */
import { createServer, type IncomingMessage } from 'node:http';

export type DemoBackend = { readonly port: number; readonly close: () => void };

/** Listens on 127.0.0.1; port 0 takes any free port. Rejects when the port is in use. */
export function startDemoBackend(port: number): Promise<DemoBackend> {
  const server = createServer(async (request, response) => {
    const length = await bodyLength(request);
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end(describe(request, length));
  });
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve({ port: typeof address === 'object' && address ? address.port : port, close });
    });
  });
}

async function bodyLength(request: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const chunk of request) length += chunk.length;
  return length;
}

function describe({ method, url, headers }: IncomingMessage, length: number): string {
  return [
    'Hello from the demo backend.',
    `method: ${method}`,
    `path:   ${url}`,
    `host:   ${headers.host}`,
    `body:   ${length} bytes`,
    '',
  ].join('\n');
}
