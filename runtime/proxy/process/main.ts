/** The process: which part it plays, signals, exit codes, and the lines an operator reads. */
import cluster from 'node:cluster';
import { writeSync } from 'node:fs';
import { messageOf } from '../message-of.ts';
import { type Environment, readSettings, type SettingsRead } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import type { Operator } from './operator.ts';
import { runPrimary } from './run-primary.ts';
import { type Run, type Running, runSingle } from './run-single.ts';
import { runWorker } from './run-worker.ts';
import { runtimeErrors } from './start-errors.ts';

const operator: Operator = {
  info: (line) => print(1, line),
  warn: (line) => print(2, line),
};

/** Runs until a signal ends it. */
export async function main(environment: Environment, bundled: BundledProfiles): Promise<void> {
  const settings = readSettings(environment);
  const errors = [...settings.errors, ...runtimeErrors(process.execArgv, environment)];
  const read: SettingsRead = { ...settings, errors };
  if (cluster.worker !== undefined) {
    await runWorker(read, bundled, operator, String(cluster.worker.id));
    return;
  }
  const run = await start(read, bundled);
  if (run.kind === 'failed') {
    for (const error of run.errors) operator.warn(error);
    process.exit(1);
  }
  obeySignals(run.running);
}

function start(read: SettingsRead, bundled: BundledProfiles): Promise<Run> {
  const supervised = read.settings.workers > 0 && read.errors.length === 0;
  return supervised ? runPrimary(read, operator) : runSingle(read, bundled, operator);
}

function obeySignals(running: Running): void {
  let stopping = false;
  const stop = (code: number): void => {
    if (stopping) process.exit(1);
    stopping = true;
    running.stop().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  process.on('SIGHUP', () => {
    running.reload().then(
      (done) => operator.info(done ? 'Reloaded' : 'Reloaded in part: see the lines above'),
      (error: unknown) => operator.warn(`reload: ${messageOf(error)}`),
    );
  });
  // The state of the process is unknown from here on: finish what has begun and let a new one start.
  process.on('uncaughtException', (error) => {
    operator.warn(`uncaught: ${error.stack ?? error.message}`);
    stop(1);
  });
}

/** A closed or full console must not end the service. */
function print(descriptor: 1 | 2, line: string): void {
  try {
    writeSync(descriptor, `${line}\n`);
  } catch {
    // There is nowhere left to say it.
  }
}
