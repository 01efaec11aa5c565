/** Answers requests to the admin port: liveness, readiness and metrics. */
import type { RequestListener, ServerResponse } from 'node:http';

/** The checks that must all hold before traffic is sent to this process. */
export type Readiness = Readonly<Record<string, boolean>>;

export type AdminSources = {
  readonly readiness: () => Readiness;
  /** Returns the metrics in Prometheus's text format. */
  readonly metrics: () => Promise<string>;
};

export function createAdminListener({ readiness, metrics }: AdminSources): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      reply(response, 405, 'text/plain', 'Method Not Allowed\n');
      return;
    }
    // Scrapers and probes may add a query, as `params` of Prometheus does.
    switch (request.url?.split('?', 1)[0]) {
      case '/healthz':
        reply(response, 200, 'text/plain', 'OK\n');
        return;
      case '/readyz':
        replyReadiness(response, readiness());
        return;
      case '/metrics':
        metrics().then(
          (text) => reply(response, 200, 'text/plain; version=0.0.4', text),
          (error: unknown) => reply(response, 500, 'text/plain', `${String(error)}\n`),
        );
        return;
      default:
        reply(response, 404, 'text/plain', 'Not Found\n');
    }
  };
}

function replyReadiness(response: ServerResponse, checks: Readiness): void {
  const ready = Object.values(checks).every((holds) => holds);
  const body = JSON.stringify({ status: ready ? 'ready' : 'not ready', checks });
  reply(response, ready ? 200 : 503, 'application/json', `${body}\n`);
}

function reply(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}
