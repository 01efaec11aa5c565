/** Runs the process as single server, primary or worker; handles signals and sets exit codes. */
import cluster from 'node:cluster';
import { type Console, createConsole } from '../logs/operator.ts';
import { messageOf } from '../message-of.ts';
import { type Environment, readSettings, type SettingsRead } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { RELOADED } from './reloaded.ts';
import { runPrimary } from './run-primary.ts';
import { type Run, type Running, runSingle } from './run-single.ts';
import { runWorker } from './run-worker.ts';
import { argumentErrors, runtimeErrors } from './start-errors.ts';
import { tuneV8 } from './tune-v8.ts';

/**
 * Runs until a signal ends the process. `program`: the file that is running. Threads that inspect bodies run it
 * too, and it calls `runThread` in them. Undefined when there are no threads.
 */
export async function main(
  environment: Environment,
  bundled: BundledProfiles,
  program?: string,
): Promise<void> {
  tuneV8(process.execArgv, environment);
  const console = createConsole();
  process.on('exit', console.flush);
  const settings = readSettings(environment);
  const errors = [
    ...settings.errors,
    ...runtimeErrors(process.execArgv, environment),
    ...argumentErrors(process.argv.slice(2)),
  ];
  const read: SettingsRead = { ...settings, errors };
  if (cluster.worker !== undefined) {
    await runWorker(read, bundled, console, String(cluster.worker.id), program);
    return;
  }
  const started = start(read, bundled, console, program).then((run) => {
    if (run.kind === 'Running') return run.running;
    for (const error of run.errors) console.warn(error);
    process.exit(1);
  });
  // Handlers are set before the start ends, because whoever reads its last line may send a signal immediately.
  obeySignals(started, console);
  await started;
}

function start(
  read: SettingsRead,
  bundled: BundledProfiles,
  console: Console,
  program: string | undefined,
): Promise<Run> {
  const supervised = read.settings.workers > 0 && read.errors.length === 0;
  return supervised ? runPrimary(read, console) : runSingle(read, bundled, console, program);
}

/** Handles signals. A signal that arrives during the start takes effect after it. */
function obeySignals(started: Promise<Running>, console: Console): void {
  let stopping = false;
  const stop = (code: number): void => {
    if (stopping) process.exit(1);
    stopping = true;
    started
      .then((running) => running.stop())
      .then(
        () => process.exit(code),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  const reload = (): void => {
    const reloads = started.then((running) => running.reload());
    reloads.then(
      (reloaded) => console.info(RELOADED[reloaded]),
      (error: unknown) => console.warn(`reload: ${messageOf(error)}`),
    );
  };
  process.on('SIGHUP', reload);
  // nginx and HAProxy have taught operators to reopen logs by it; Node opens its debugger port when nothing handles it.
  process.on('SIGUSR1', reload);
  // After an uncaught exception the state of the process is unknown: finish open requests and let a new process start.
  process.on('uncaughtException', (error) => {
    console.warn(`uncaught: ${error.stack ?? error.message}`);
    stop(1);
  });
}
