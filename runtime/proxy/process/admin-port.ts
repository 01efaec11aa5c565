/** Opens the admin port if ADMIN_PORT is set. */
import { type AdminSources, createAdminListener } from '../admin/admin-listener.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { openHttpPort } from './http-port.ts';
import { ADMIN_ADDRESS } from './listen.ts';
import type { OpenedPort } from './opened-port.ts';

/** Opens the port and serves `sources` on it. `port` of the result is undefined when ADMIN_PORT is unset. */
export async function openAdminPort(
  settings: ProxySettings,
  sources: AdminSources,
): Promise<OpenedPort> {
  const { adminPort, adminHost } = settings;
  if (adminPort === undefined) return { kind: 'Open', port: undefined, close: () => {} };
  const address = { port: adminPort, host: adminHost, names: ADMIN_ADDRESS };
  return openHttpPort(settings, address, createAdminListener(sources));
}
