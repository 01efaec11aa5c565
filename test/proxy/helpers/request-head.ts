/** The head of a request that nobody sent, for inspections in process. */
import type { RequestHead } from '#engine/host/compiled-waf.ts';

export const REQUEST_HEAD: RequestHead = {
  method: 'GET',
  target: '/',
  protocol: 'HTTP/1.1',
  headers: [],
  remoteAddress: '192.0.2.1',
  remotePort: 1,
  serverAddress: '192.0.2.2',
  serverPort: 80,
  serverName: 'a.test',
};
