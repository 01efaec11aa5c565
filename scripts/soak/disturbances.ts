/** What operators and faults do to a running proxy: reloads, log rotations, killed workers. */
import { existsSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger, Log } from './ledger.ts';
import { workersByAge } from './processes.ts';
import type { Service } from './service.ts';

export type Counts = { reloads: number; rotations: number; kills: number };

export type Disturbances = {
  readonly counts: () => Readonly<Counts>;
  /** None after it. */
  readonly stop: () => void;
  /** Reads what is left of the logs; the proxy has ended. */
  readonly tallyAll: () => void;
};

const RELOAD_MS = 13_000;
const ROTATION_MS = 19_000;
const KILL_MS = 29_000;
const LOGS: readonly Log[] = ['access', 'audit'];

/** Always the youngest worker is killed: growth shows in those that live long. */
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
      // Since the last rotation everybody writes to the new file.
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
