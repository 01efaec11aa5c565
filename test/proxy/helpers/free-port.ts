/** A port of this machine that nothing listens on. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

export { freePort } from '#scripts/bench/free-port.ts';

/** A listening socket on 127.0.0.1; 0: any free port. */
export async function openPort(port = 0): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
