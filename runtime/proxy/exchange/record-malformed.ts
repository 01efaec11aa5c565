/** Inspects and logs a malformed request whose HTTP/2 stream is reset. No reply is possible. */
import type { ClientMessage } from '../http/client-message.ts';
import { requestId } from '../http/request-id.ts';
import { newExchange } from './exchange.ts';
import { finishExchange } from './finish.ts';
import type { Gateway } from './gateway.ts';
import { inspectRefused } from './inspect-refused.ts';

const STATUS = 400;

/** `reason`: a short, fixed text for the access log. */
export function recordMalformed(gateway: Gateway, message: ClientMessage, reason: string): void {
  const rules = gateway.rules();
  const trust = gateway.clients.trustIn(message.peer.address);
  const trace = gateway.tracing?.begin(message.headers);
  const exchange = newExchange(requestId([], false), message, trust, trace);
  exchange.cause = 'protocol';
  exchange.detail = `Malformed HTTP/2 request: ${reason}`;
  gateway.inProgress.count += 1;
  const finish = (): void => {
    // The rules of phases 3 and 5 and the logs read the status.
    exchange.inspection?.responseHeaders({ status: STATUS, protocol: 'HTTP/2.0', headers: [] });
    gateway.inProgress.count -= 1;
    finishExchange(gateway, rules, exchange);
  };
  inspectRefused(gateway, rules, exchange, '').then(finish, (error: unknown) => {
    gateway.warn(`malformed message: ${String(error)}`);
    finish();
  });
}
