/** Opens the admin port if ADMIN_PORT is set. */
import { type AdminSources, createAdminServer } from '../admin/admin-server.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { ADMIN_ADDRESS, listen, portOf } from './listen.ts';
import type { OpenedPort } from './opened-port.ts';

/** Opens the port and serves `sources` on it. `port` of the result is undefined when ADMIN_PORT is unset. */
export async function openAdminPort(
  { adminPort, adminHost }: ProxySettings,
  sources: AdminSources,
): Promise<OpenedPort> {
  if (adminPort === undefined) return { kind: 'Open', port: undefined, close: () => {} };
  const server = createAdminServer(sources);
  const address = { port: adminPort, host: adminHost, names: ADMIN_ADDRESS };
  const problem = await listen(server, address);
  if (problem !== undefined) return { kind: 'Failed', problem };
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { kind: 'Open', port: portOf(server), close };
}
