/** Runs the official go-ftw program against a proxy, with the same tests and overrides as our own runner. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type GoFtwOptions = {
  /** The executable. */
  readonly program: string;
  /** The folder for its configuration file. */
  readonly folder: string;
  readonly port: number;
  readonly logFile: string;
  readonly tests: string;
  readonly overrides: string;
};

/** Runs it with its report on standard output; resolves to its exit code. */
export async function runGoFtw(options: GoFtwOptions): Promise<number> {
  const { program, folder, port, logFile, tests, overrides } = options;
  const config = join(folder, 'ftw.yaml');
  // JSON is valid YAML. The tests are for 127.0.0.1:80; their Host header is not changed.
  const testoverride = { input: { dest_addr: '127.0.0.1', port } };
  writeFileSync(config, JSON.stringify({ logfile: logFile, mode: 'default', testoverride }));
  const child = spawn(
    program,
    ['run', '--config', config, '--dir', tests, '--overrides', overrides, '--show-failures-only'],
    { stdio: 'inherit' },
  );
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
