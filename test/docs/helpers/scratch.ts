/** A copy of the project in which blocks of the documentation may do what they say. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { listensOn } from '#scripts/bench/front/servers.ts';
import { freePort } from '../../proxy/helpers/free-port.ts';
import { until } from '../../proxy/helpers/until.ts';
import type { Block } from './read-blocks.ts';
import { missingLine } from './shown-lines.ts';

/** What blocks see of the project. No node_modules: a block that installs would empty it through a link. */
const COPIED = ['rules', 'profiles', 'package.json', 'Makefile'];
/** The ports that pages name: the proxy, its backend, its admin port. */
const PORTS = ['8081', '5000', '9090'];
const TIME_LIMIT_MS = 120_000;

export type Scratch = {
  /** Runs one block to its end; a server until it listens and has printed what the page shows, and on until `remove`. */
  readonly run: (block: Block) => Promise<Outcome>;
  readonly remove: () => void;
};

export type Outcome = { readonly exit: number | null; readonly output: string };

export async function createScratch(project: string): Promise<Scratch> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-docs-'));
  for (const name of COPIED) cpSync(join(project, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'dist'));
  for (const name of readdirSync(join(project, 'dist'))) {
    symlinkSync(join(project, 'dist', name), join(folder, 'dist', name));
  }
  writeShims(folder);
  const ports = new Map<string, string>();
  for (const port of PORTS) ports.set(port, String(await freePort()));
  const started: ChildProcess[] = [];
  let count = 0;
  return {
    run: async (block) => {
      count += 1;
      const log = join(folder, `.output-${count}`);
      const text = withPorts(block.text, ports);
      const child = start(text, folder, log);
      started.push(child);
      const output = (): string => readFileSync(log, 'utf8');
      const exit = block.keepsRunning ? await listening(child, text) : await ended(child);
      // A server listens before it says so.
      const isDone = (): boolean => missingLine(block.shows, output()) === undefined;
      if (block.keepsRunning) await until(() => isDone() || child.exitCode !== null);
      return { exit, output: output() };
    },
    remove: () => {
      for (const child of started) killGroup(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `npx portcullis` takes a second to find what lies here; nothing else of npm is run in the copy. */
function writeShims(folder: string): void {
  const run = 'if [ "$1" = portcullis ]; then shift; exec node dist/portcullis.mjs "$@"; fi';
  const refuse = 'echo "$(basename "$0") $1: mark this block as not run" >&2; exit 127';
  mkdirSync(join(folder, '.bin'));
  writeScript(join(folder, '.bin', 'npx'), [run, refuse]);
  writeScript(join(folder, '.bin', 'npm'), [refuse]);
}

function writeScript(path: string, lines: readonly string[]): void {
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(path, 0o755);
}

function withPorts(text: string, ports: ReadonlyMap<string, string>): string {
  return text.replace(
    new RegExp(`\\b(?:${PORTS.join('|')})\\b`, 'g'),
    (port) => ports.get(port) ?? port,
  );
}

function start(text: string, folder: string, log: string): ChildProcess {
  const output = openSync(log, 'w');
  const path = [join(folder, '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', text], {
    cwd: folder,
    env: { ...process.env, PATH: path, NO_COLOR: '1', LISTEN_HOST: '127.0.0.1' },
    // A group of its own, which ends as a whole.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return child;
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolveExit) => {
    const timer = setTimeout(() => killGroup(child), TIME_LIMIT_MS);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolveExit(code);
    });
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Returns 0 when the server accepts connections at its port, and its exit code when it ends instead. */
async function listening(child: ChildProcess, text: string): Promise<number | null> {
  const port = Number(/\b(?:PORT=|listen\()(\d+)/.exec(text)?.[1]);
  return (await listensOn(port, child)) ? 0 : child.exitCode;
}

export const PROJECT = resolve('.');
