/** Rules whose phases do nothing, to measure what is around them. */
import type { CompiledWaf, RequestHead, ResponseHead } from '#engine/host/compiled-waf.ts';
import { noServices } from '#engine/host/host-services.ts';

export const HEAD: RequestHead = {
  method: 'GET',
  target: '/',
  protocol: 'HTTP/1.1',
  headers: [],
  remoteAddress: '127.0.0.1',
  remotePort: 1,
  serverAddress: '127.0.0.1',
  serverPort: 1,
  serverName: 'localhost',
};
export const ANSWER: ResponseHead = {
  status: 200,
  protocol: 'HTTP/1.1',
  headers: [['content-type', 'text/plain; charset=utf-8']],
};

/** Returns rules with the same settings whose phases do nothing. */
export function idleRules(waf: CompiledWaf): CompiledWaf {
  const transaction = waf.open(HEAD, 'idle', 'DetectionOnly', noServices);
  // The media type determines whether rules read the response.
  transaction.inspectResponseHeaders(ANSWER);
  const nothing = (): undefined => undefined;
  Object.assign(transaction, {
    inspectRequestHeaders: nothing,
    inspectRequestBody: nothing,
    inspectResponseHeaders: nothing,
    inspectResponseBody: nothing,
    close: nothing,
  });
  return { ...waf, open: () => transaction };
}
