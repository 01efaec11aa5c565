/** Starts the program as a process of its own and watches what it says. */
import { type ChildProcess, spawn } from 'node:child_process';
import { startedProgram } from '../../helpers/started-program.ts';

const STUB = startedProgram('test/proxy/helpers/stub-main.ts');

export type ProcessRun = {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Exit code, or the signal's name. */
  readonly exit: Promise<number | string>;
};

export function runProcess(
  environment: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
  openFiles?: number,
): ProcessRun {
  const command = [process.execPath, ...STUB.nodeArguments, ...nodeArguments, STUB.file];
  const limited = openFiles === undefined ? '' : `ulimit -n ${openFiles}; `;
  const child = spawn('/bin/sh', ['-c', `${limited}exec "$0" "$@"`, ...command], {
    env: { PATH: process.env['PATH'] ?? '', WARM_UP_TIME: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watchProcess(child);
}

/** Collects what a process writes, and waits for its end. */
export function watchProcess(child: ChildProcess): ProcessRun {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const exit = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  return { child, stdout: () => stdout, stderr: () => stderr, exit };
}

/** The port of `Listening on :<port>`; rejects with what was said when the process ends first. */
export async function listeningPort(run: ProcessRun, limitMs = 60_000): Promise<number> {
  const end = performance.now() + limitMs;
  let ended = false;
  run.exit.then(() => {
    ended = true;
  });
  for (;;) {
    const port = /^Listening on :([0-9]+)$/m.exec(run.stdout())?.[1];
    if (port !== undefined) return Number(port);
    if (ended || performance.now() > end) throw new Error(`${run.stdout()}\n${run.stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
