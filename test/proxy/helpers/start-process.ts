/** The program as a process of its own, with a backend and a directory for its logs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startBackend, type TestBackend } from './backend.ts';
import { linesOf } from './lines-of.ts';
import { exchangeRaw, rawRequest } from './raw-client.ts';
import { listeningPort, type ProcessRun, runProcess } from './run-process.ts';

export type ProcessWorld = {
  readonly backend: TestBackend;
  readonly directory: string;
  readonly run: ProcessRun;
  readonly port: number;
  /** Lines of the access log. */
  readonly access: () => string[];
};

/** `openFiles`: the limit of descriptors of the process. */
export async function startProcess(
  t: TestContext,
  environment: Record<string, string> = {},
  openFiles?: number,
): Promise<ProcessWorld> {
  const backend = await startBackend();
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-process-'));
  const run = runProcess(
    {
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      BACKENDS: JSON.stringify({ default: [backend.address] }),
      PROXY_WEB_HOSTS: 'web.test',
      PROXY_RATE_LIMIT: '0',
      ACCESS_LOG: join(directory, 'access.log'),
      AUDIT_LOG: join(directory, 'audit.log'),
      ...environment,
    },
    [],
    openFiles,
  );
  t.after(async () => {
    run.child.kill('SIGKILL');
    await backend.close();
    rmSync(directory, { recursive: true });
  });
  const port = await listeningPort(run);
  const access = (): string[] => linesOf(join(directory, 'access.log'));
  return { backend, directory, run, port, access };
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Ids of the whole lines of all files of a log. */
export function auditedIds(directory: string): { ids: string[]; broken: number } {
  const ids: string[] = [];
  let broken = 0;
  for (const name of readdirSync(directory).filter((file) => file.startsWith('audit'))) {
    for (const line of readFileSync(join(directory, name), 'utf8').split('\n')) {
      if (line === '') continue;
      try {
        ids.push(JSON.parse(line).transaction.id);
      } catch {
        broken += 1;
      }
    }
  }
  return { ids, broken };
}

/** Sends `total` blocked requests and notes the ids of their answers. A client stops when it gets none: the process has ended. */
export async function blockMany(port: number, total: number, sent: Set<string>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < total) {
      next += 1;
      const reply = await exchangeRaw(port, rawRequest(`/?q=evil${next}`, ['Connection: close']));
      const id = /Request id: (\S+)\n$/.exec(reply.body)?.[1];
      if (id === undefined) return;
      sent.add(id);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
}
