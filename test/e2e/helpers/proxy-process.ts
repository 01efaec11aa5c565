/** The built proxy as a process, between a raw client and a recording backend. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { settle } from '../../proxy/helpers/accounting.ts';
import { startBackend, type TestBackend } from '../../proxy/helpers/backend.ts';
import { PROXY } from './built.ts';

/** The parts of an audit record that these tests look at (docs/spec/logs.md#json-audit-log). */
export type AuditRecord = {
  readonly transaction: {
    readonly id: string;
    readonly timestamp: string;
    readonly client_ip: string;
    readonly request: {
      readonly method: string;
      readonly uri: string;
      readonly headers: Readonly<Record<string, readonly string[]>>;
    };
    readonly response: { readonly status: number };
    readonly messages: readonly { readonly rule_id: string; readonly message: string }[];
  };
};

export type ProxyProcess = {
  readonly port: number;
  readonly pid: number;
  readonly backend: TestBackend;
  /** Lines of standard output up to "Listening on". */
  readonly lines: readonly string[];
  readonly auditRecords: () => readonly AuditRecord[];
  /** What it has said on standard output and standard error. */
  readonly stdout: () => string;
  readonly stderr: () => string;
};

export type ProxyOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Another copy of dist/proxy.js. */
  readonly file?: string;
  readonly nodeArguments?: readonly string[];
  /** Ends it gently, compares its access log with what has reached the backend, and adds to the figures. */
  readonly accounted?: boolean;
};

const START_MS = 60_000;

/** Hosts `web.test` and `api.test`; no rate limit; the audit log is whole when a response arrives. */
export async function startProxyProcess(
  t: TestContext,
  { environment = {}, file = PROXY, nodeArguments = [], accounted = false }: ProxyOptions = {},
): Promise<ProxyProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-e2e-'));
  const auditLog = join(folder, 'audit.log');
  const accessLog = join(folder, 'access.log');
  const backend = await startBackend();
  const child = spawn(process.execPath, [...nodeArguments, file], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      BACKENDS: JSON.stringify({ default: [backend.address] }),
      PROXY_WEB_HOSTS: 'web.test',
      PROXY_APIS_HOSTS: 'api.test',
      PROXY_RATE_LIMIT: '0',
      ACCESS_LOG: accounted ? accessLog : 'off',
      ERROR_LOG: 'off',
      AUDIT_LOG: auditLog,
      AUDIT_SYNC: 'on',
      SHUTDOWN_TIMEOUT: '1',
      WARM_UP_TIME: '0',
      ...environment,
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  t.after(async () => {
    await end(child, accounted ? 'SIGTERM' : 'SIGKILL');
    await backend.close();
    try {
      if (accounted) account(backend, accessLog);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
  const lines = await linesUntilListening(child);
  return {
    pid: child.pid ?? 0,
    port: Number(/:([0-9]+)$/.exec(lines.at(-1) ?? '')?.[1]),
    backend,
    lines,
    auditRecords: () => readRecords(auditLog),
    stdout: () => stdout,
    stderr: () => stderr,
  };
}

/** A log that is not there would settle nothing. */
function account({ requests }: TestBackend, accessLog: string): void {
  assert.ok(existsSync(accessLog) && statSync(accessLog).size > 0, 'the access log is empty');
  settle({ forwarded: requests, inspected: undefined, accessLog });
}

async function linesUntilListening(child: ChildProcess): Promise<readonly string[]> {
  const { stdout } = child;
  if (stdout === null) throw new Error('no standard output');
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: stdout })) {
      lines.push(line);
      if (line.startsWith('Listening on :')) {
        stdout.resume();
        return lines;
      }
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`the proxy did not start:\n${lines.join('\n')}`);
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

export function readRecords(path: string): readonly AuditRecord[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditRecord);
}
