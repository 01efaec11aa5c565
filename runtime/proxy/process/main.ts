/** The process: signals, exit codes, and the lines an operator reads. */
import { writeSync } from 'node:fs';
import type { Environment } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { type Console, startProxy } from './run-proxy.ts';

const operatorConsole: Console = {
  info: (line) => print(1, line),
  warn: (line) => print(2, line),
};

/** Runs until a signal ends it. */
export async function main(environment: Environment, bundled: BundledProfiles): Promise<void> {
  const start = await startProxy(environment, bundled, operatorConsole);
  if (start.kind === 'failed') {
    for (const error of start.errors) operatorConsole.warn(error);
    process.exitCode = 1;
    return;
  }
  const { proxy } = start;
  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    proxy.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', () => {
    proxy.reload().catch((error: unknown) => operatorConsole.warn(String(error)));
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
