/** Runs the only process when WORKERS is 0: it serves, keeps the rate limit, and answers on the admin port. */
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Operator } from '../logs/operator.ts';
import { renderMetrics } from '../metrics/metrics.ts';
import type { SettingsRead } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { openAdminPort } from './admin-port.ts';
import { adminLines, announce } from './announce.ts';
import { openClientLimits, reloadLists } from './client-limits.ts';
import { publicAddress } from './listen.ts';
import { createListeningSocket } from './listening-socket.ts';
import { localPermits, queueOf } from './open-inspector.ts';
import { closePort, numberOf, problemsOf } from './opened-port.ts';
import { type Reloaded, reloadedOf, reportProblems } from './reloaded.ts';
import { openSidePorts } from './side-ports.ts';
import { type ProxyStart, startProxy } from './start-proxy.ts';
import { warnOnceBy } from './warn-once.ts';

/** The handle with which signals reload and stop the process. */
export type Running = {
  readonly port: number;
  /** Undefined when ADMIN_PORT is unset. */
  readonly adminPort: number | undefined;
  /** Undefined when REDIRECT_PORT is unset. */
  readonly redirectPort: number | undefined;
  /** Undefined when DECISION_PORT is unset. */
  readonly decisionPort: number | undefined;
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
  const start = await startProxy(read, bundled, {
    operator,
    takeToken: limits.takeToken,
    records: limits.shared?.records,
    inspection: program === undefined ? undefined : { program, acquirePermit },
    warnOnce: warnOnceBy(operator),
    worker: '0',
  });
  const accept = start.kind === 'Started' ? start.proxy.accept : refuse;
  const acceptFront = start.kind === 'Started' ? start.proxy.acceptFront : refuse;
  const listening = createListeningSocket(publicAddress(settings), accept, false);
  const problem = read.faulty.has('PORT') ? undefined : await listening.open();
  let accepting = true;
  const admin = await openAdminPort(settings, {
    readiness: () => ({ rules: true, geoip: true, accepting }),
    metrics: async () => {
      const own = start.kind === 'Started' ? start.proxy.snapshot() : [];
      return renderMetrics([own, limits.snapshot()]);
    },
  });
  const side = await openSidePorts(settings, acceptFront, false);
  const own = [...limits.problems, ...failuresOf(start), problem ?? []].flat();
  const errors = [...own, ...problemsOf(admin), ...side.problems];
  if (start.kind === 'Failed' || errors.length > 0) {
    await Promise.all([closePort(admin), side.close(), listening.close()]);
    if (start.kind === 'Started') await start.proxy.stop();
    await limits.stop();
    return { kind: 'Failed', errors };
  }
  const { proxy } = start;
  const port = listening.port();
  const lines = [...proxy.lines, ...adminLines(settings, admin), ...side.lines];
  announce(operator, settings, lines, port);
  const reload = async (): Promise<Reloaded> => {
    const { reloaded, problems } = await proxy.reload();
    reportProblems(problems, operator);
    return reloadedOf([reloaded, ...reloadLists(limits, operator)]);
  };
  const stop = async (): Promise<void> => {
    accepting = false;
    await setTimeout(settings.shutdownDelay);
    await Promise.all([listening.close(), side.close()]);
    await proxy.stop();
    await limits.stop();
    await closePort(admin);
  };
  return {
    kind: 'Running',
    running: { port, adminPort: numberOf(admin), ...side.numbers, reload, stop },
  };
}

function refuse(socket: Socket): void {
  socket.destroy();
}

function failuresOf(start: ProxyStart): readonly string[] {
  return start.kind === 'Failed' ? start.errors : [];
}
