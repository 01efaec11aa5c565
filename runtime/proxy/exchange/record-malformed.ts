/** Inspects and logs a malformed request to which no reply is possible. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { ClientMessage } from '../http/client-message.ts';
import { requestId } from '../http/request-id.ts';
import { newExchange } from './exchange.ts';
import { finishExchange } from './finish.ts';
import type { Gateway } from './gateway.ts';
import { inspectRefused } from './inspect-refused.ts';

const STATUS = 400;

/** `reason`: a short, fixed text for the access log. `body`: what of the body has arrived. */
export function recordMalformed(
  gateway: Gateway,
  message: ClientMessage,
  reason: string,
  body: ByteString = '',
): void {
  const rules = gateway.rules();
  const trust = gateway.clients.trustIn(message.peer.address);
  const trace = gateway.tracing?.begin(message.headers);
  const exchange = newExchange(requestId([], false), message, trust, trace);
  exchange.cause = 'protocol';
  const isHttp2 = message.endsWithHead !== undefined;
  exchange.detail = isHttp2 ? `Malformed HTTP/2 request: ${reason}` : reason;
  gateway.inProgress.count += 1;
  const finish = (): void => {
    // The rules of phases 3 and 5 and the logs read the status.
    const protocol = isHttp2 ? 'HTTP/2.0' : 'HTTP/1.1';
    exchange.inspection?.finalResponse({ status: STATUS, protocol, headers: [] });
    gateway.inProgress.count -= 1;
    finishExchange(gateway, rules, exchange);
  };
  inspectRefused(gateway, rules, exchange, body, exchange.detail).then(finish, (error: unknown) => {
    gateway.warn(`malformed message: ${String(error)}`);
    finish();
  });
}
