/** Does to a running proxy what operators and faults do: reloads, log rotations, killed workers. */
import { existsSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger, Log } from './ledger.ts';
import { workersByAge } from './processes.ts';
import type { Service } from './service.ts';

export type Counts = { reloads: number; rotations: number; kills: number };

export type Disturbances = {
  readonly counts: () => Readonly<Counts>;
  /** Stops all disturbances. */
  readonly stop: () => void;
  /** Reads the rest of the logs, after the proxy has ended. */
  readonly tallyAll: () => void;
};

const RELOAD_MS = 13_000;
const ROTATION_MS = 19_000;
const KILL_MS = 29_000;
const LOGS: readonly Log[] = ['access', 'audit'];

/** Starts the disturbances. They always kill the youngest worker, because growth shows in processes that live long. */
export function startDisturbances({ pid, folder, reload }: Service, ledger: Ledger): Disturbances {
  const counts: Counts = { reloads: 0, rotations: 0, kills: 0 };
  const pathOf = (log: Log, age: 'now' | 'rotated'): string =>
    join(folder, age === 'now' ? `${log}.log` : `${log}.log.1`);
  const tally = (log: Log, age: 'now' | 'rotated'): void => {
    const path = pathOf(log, age);
    if (!existsSync(path)) return;
    ledger.readLog(log, path);
    unlinkSync(path);
  };
  const rotate = (): void => {
    counts.rotations += 1;
    for (const log of LOGS) {
      // Since the last rotation all processes write to the new file.
      tally(log, 'rotated');
      if (existsSync(pathOf(log, 'now'))) renameSync(pathOf(log, 'now'), pathOf(log, 'rotated'));
    }
    reload();
  };
  const kill = (): void => {
    const workers = workersByAge(pid);
    const youngest = workers.at(-1);
    if (youngest === undefined || workers.length < 2) return;
    counts.kills += 1;
    ledger.kill();
    process.kill(youngest, 'SIGKILL');
  };
  const timers = [
    setInterval(() => {
      counts.reloads += 1;
      reload();
    }, RELOAD_MS),
    setInterval(rotate, ROTATION_MS),
    setInterval(kill, KILL_MS),
  ];
  return {
    counts: () => counts,
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
    tallyAll: () => {
      for (const log of LOGS) {
        tally(log, 'rotated');
        tally(log, 'now');
      }
    },
  };
}
