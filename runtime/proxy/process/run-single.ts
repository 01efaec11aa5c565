/** WORKERS=0: this process serves, keeps the rate limit, and answers on the admin port. */
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { renderMetrics } from '../metrics/metrics.ts';
import type { SettingsRead } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { openAdminPort } from './admin-port.ts';
import { listeningLine, startWarnings } from './announce.ts';
import { openClientLimits, reloadLists } from './client-limits.ts';
import { createListeningSocket } from './listening-socket.ts';
import { reportTroubleTo } from './log-trouble.ts';
import { localPermits, queueOf } from './open-inspector.ts';
import type { Operator } from './operator.ts';
import { type Reloaded, reloadedOf } from './reloaded.ts';
import { type ProxyStart, startProxy } from './start-proxy.ts';

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
  program?: string,
): Promise<Run> {
  const { settings } = read;
  const limits = await openClientLimits(settings, operator);
  const acquirePermit = localPermits(queueOf(settings));
  const report = reportTroubleTo(operator);
  const start = await startProxy(read, bundled, {
    operator,
    takeToken: limits.takeToken,
    records: limits.shared?.records,
    inspection: program === undefined ? undefined : { program, acquirePermit },
    logTrouble: (target, { message }) => report(target, message),
    worker: '0',
  });
  const accept = start.kind === 'Started' ? start.proxy.accept : refuse;
  const listening = createListeningSocket(settings, accept, false);
  const problem = read.faulty.has('PORT') ? undefined : await listening.open();
  let accepting = true;
  const admin = await openAdminPort(settings, {
    readiness: () => ({ rules: true, geoip: true, accepting }),
    metrics: async () => {
      const own = start.kind === 'Started' ? start.proxy.snapshot() : [];
      return renderMetrics([own, limits.snapshot()]);
    },
  });
  const hasProblems = limits.problems.length > 0;
  if (hasProblems || start.kind === 'Failed' || problem !== undefined || admin.kind === 'Failed') {
    if (admin.kind === 'Open') admin.close();
    await listening.close();
    if (start.kind === 'Started') await start.proxy.stop();
    await limits.stop();
    const own = [...limits.problems, ...failuresOf(start), problem ?? []].flat();
    return { kind: 'Failed', errors: [...own, ...problemsOf(admin)] };
  }
  const { proxy } = start;
  const port = listening.port();
  for (const line of [...proxy.lines, listeningLine(port)]) operator.info(line);
  for (const line of startWarnings(settings)) operator.warn(line);
  const reload = async (): Promise<Reloaded> => {
    const reloaded = await proxy.reload();
    return reloadedOf([reloaded, ...reloadLists(limits, operator)]);
  };
  const stop = async (): Promise<void> => {
    accepting = false;
    await setTimeout(settings.shutdownDelay);
    await listening.close();
    await proxy.stop();
    await limits.stop();
    admin.close();
  };
  return {
    kind: 'Running',
    running: { port, adminPort: admin.port, reload, stop },
  };
}

function refuse(socket: Socket): void {
  socket.destroy();
}

function failuresOf(start: ProxyStart): readonly string[] {
  return start.kind === 'Failed' ? start.errors : [];
}

function problemsOf(admin: Awaited<ReturnType<typeof openAdminPort>>): readonly string[] {
  return admin.kind === 'Failed' ? [admin.problem] : [];
}
