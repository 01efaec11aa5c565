/** WORKERS=0: this process serves, keeps the rate limit, and answers on the admin port. */
import { createOneAtATime } from '../body/one-at-a-time.ts';
import { addressKey } from '../filters/ip-address.ts';
import { renderMetrics } from '../metrics/metrics.ts';
import type { SettingsRead } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { openAdminPort } from './admin-port.ts';
import { listeningLine, startWarnings } from './announce.ts';
import { limiterSnapshot, localLimiter } from './local-limiter.ts';
import type { Operator } from './operator.ts';
import type { Reloaded } from './reloaded.ts';
import { startProxy } from './start-proxy.ts';

/** What signals act on. */
export type Running = {
  readonly port: number;
  /** Undefined: ADMIN_PORT is unset. */
  readonly adminPort: number | undefined;
  readonly reload: () => Promise<Reloaded>;
  readonly stop: () => Promise<void>;
};

export type Run =
  | { readonly kind: 'Running'; readonly running: Running }
  | { readonly kind: 'Failed'; readonly errors: readonly string[] };

export async function runSingle(
  read: SettingsRead,
  bundled: BundledProfiles,
  operator: Operator,
): Promise<Run> {
  const { settings } = read;
  const limiter = localLimiter(settings);
  const takeToken = (address: string): number => limiter?.take(addressKey(address)) ?? 0;
  const largeBodies = createOneAtATime();
  const start = await startProxy(read, bundled, { operator, takeToken, largeBodies, worker: '0' });
  let accepting = true;
  const admin = await openAdminPort(settings, {
    readiness: () => ({ rules: true, geoip: true, accepting }),
    metrics: async () => {
      const own = start.kind === 'Started' ? start.proxy.snapshot() : [];
      return renderMetrics([own, limiterSnapshot(limiter)]);
    },
  });
  if (start.kind === 'Failed') {
    if (admin.kind === 'Open') admin.close();
    return { kind: 'Failed', errors: [...start.errors, ...problemsOf(admin)] };
  }
  const { proxy } = start;
  if (admin.kind === 'Failed') {
    await proxy.stop();
    return { kind: 'Failed', errors: [admin.problem] };
  }
  for (const line of [...proxy.lines, listeningLine(proxy.port)]) operator.info(line);
  for (const line of startWarnings(settings)) operator.warn(line);
  const stop = async (): Promise<void> => {
    accepting = false;
    await proxy.stop();
    admin.close();
  };
  return {
    kind: 'Running',
    running: { port: proxy.port, adminPort: admin.port, reload: proxy.reload, stop },
  };
}

function problemsOf(admin: Awaited<ReturnType<typeof openAdminPort>>): readonly string[] {
  return admin.kind === 'Failed' ? [admin.problem] : [];
}
