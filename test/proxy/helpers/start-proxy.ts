/** A whole proxy in the test's own process, between a raw client and a recording backend. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { type Running, runSingle } from '#proxy/process/run-single.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { settle } from './accounting.ts';
import { type Responder, startBackend, type TestBackend } from './backend.ts';
import { writtenLines } from './lines-of.ts';
import { exchangeRaw, type RawReply, rawRequest } from './raw-client.ts';
import { inspectedIds, stubWaf } from './stub-waf.ts';

export type TestProxy = Running & {
  /** Text of /metrics; needs ADMIN_PORT. */
  readonly metrics: () => Promise<string>;
  readonly admin: (path: string) => Promise<RawReply>;
  readonly backend: TestBackend;
  readonly directory: string;
  readonly lines: string[];
  readonly warnings: string[];
  /** Parsed records of a log, once `count` of them are written (1 when left out). */
  readonly records: (log: 'access' | 'audit', count?: number) => Promise<Record<string, unknown>[]>;
};

export type TestProxyOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly web?: CompiledWaf;
  readonly api?: CompiledWaf;
  readonly respond?: Responder;
};

/** Hosts `web.test` and `api.test`; rate limit off; logs in a directory of its own. */
export async function startTestProxy(
  t: TestContext,
  { environment = {}, web = stubWaf(), api = stubWaf(), respond }: TestProxyOptions = {},
): Promise<TestProxy> {
  const backend = await startBackend(respond);
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  const lines: string[] = [];
  const warnings: string[] = [];
  const settings = readSettings({
    PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    BACKENDS: JSON.stringify({ default: [backend.address] }),
    PROXY_WEB_HOSTS: 'web.test',
    PROXY_APIS_HOSTS: 'api.test',
    PROXY_RATE_LIMIT: '0',
    ACCESS_LOG: join(directory, 'access.log'),
    AUDIT_LOG: join(directory, 'audit.log'),
    ERROR_LOG: join(directory, 'error.log'),
    SHUTDOWN_TIMEOUT: '1',
    WARM_UP_TIME: '0',
    ...environment,
  });
  const run = await runSingle(
    settings,
    { pl1: async () => web, pl2: async () => api },
    { info: (line) => lines.push(line), warn: (line) => warnings.push(line) },
  );
  if (run.kind === 'Failed') {
    await backend.close();
    throw new Error(run.errors.join('\n'));
  }
  const { running } = run;
  const isInspected = mustInspect(environment, [web, api]);
  t.after(async () => {
    await running.stop();
    await backend.close();
    const { requests: forwarded } = backend;
    const accessLog = join(directory, 'access.log');
    try {
      settle({
        forwarded,
        inspected: isInspected ? inspectedIds : undefined,
        accessLog,
      });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
  return {
    ...running,
    admin: (path) => exchangeRaw(running.adminPort ?? 0, rawRequest(path)),
    metrics: async () => (await exchangeRaw(running.adminPort ?? 0, rawRequest('/metrics'))).body,
    backend,
    directory,
    lines,
    warnings,
    records: async (log, count = 1) => {
      const lines = await writtenLines(join(directory, `${log}.log`), count);
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}

/** Other modules than stubs do not say what they have inspected. */
function mustInspect(
  environment: Readonly<Record<string, string>>,
  wafs: readonly CompiledWaf[],
): boolean {
  const exceptions = ['ENGINE_MODE', 'ENGINE_ON_ERROR', 'ENGINE_RULES_PATH_SITES'];
  const areStubs = wafs.every(({ manifest }) => manifest.compiler === 'none');
  return areStubs && !namesModule(environment) && !exceptions.some((name) => name in environment);
}

function namesModule({ POLICIES }: Readonly<Record<string, string>>): boolean {
  return POLICIES !== undefined && readFileSync(POLICIES, 'latin1').includes('.mjs"');
}
