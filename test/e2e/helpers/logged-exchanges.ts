/** A built proxy whose requests carry their ids, and what its logs say of each, without what differs between two runs. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startBackend } from '../../proxy/helpers/backend.ts';
import { linesOf } from '../../proxy/helpers/lines-of.ts';
import { exchangeRaw } from '../../proxy/helpers/raw-client.ts';
import { until } from '../../proxy/helpers/until.ts';
import { emptyFolder } from './built.ts';
import { type BuiltRun, runBuilt } from './run-built.ts';

type Json = Record<string, unknown>;

export type Logged = {
  readonly run: BuiltRun;
  /** Status of the response to the request (bytes) under the id; 0: none. */
  readonly send: (id: string, request: string) => Promise<number>;
  readonly access: () => readonly Json[];
  readonly audit: () => readonly Json[];
  readonly errors: () => readonly string[];
  /** Waits for so many access records. */
  readonly recorded: (count: number) => Promise<void>;
};

const VARYING: ReadonlySet<string> = new Set([
  ...['time', 'timestamp', 'unix_timestamp', 'duration_ms', 'engine_ms', 'upstream_ms'],
  ...['upstream', 'client_port', 'host_port'],
]);

export async function startLogged(
  t: TestContext,
  environment: Readonly<Record<string, string>> = {},
): Promise<Logged> {
  const backend = await startBackend();
  t.after(() => backend.close());
  const folder = emptyFolder(t);
  const path = (name: string): string => join(folder, `${name}.log`);
  const run = await runBuilt(t, {
    BACKENDS: JSON.stringify({ default: [backend.address] }),
    TRUSTED_PROXIES: '127.0.0.1',
    ACCESS_LOG: path('access'),
    AUDIT_LOG: path('audit'),
    ERROR_LOG: path('error'),
    ...environment,
  });
  const records = (name: string): readonly Json[] =>
    linesOf(path(name)).map((line) => steady(JSON.parse(line)));
  return {
    run,
    send: async (id, request) => {
      const bytes = withId(id, request);
      return (await exchangeRaw(run.port, bytes, { quietMs: 600_000 })).status;
    },
    access: () => records('access'),
    audit: () => records('audit'),
    errors: () => linesOf(path('error')),
    recorded: (count) => until(() => linesOf(path('access')).length >= count),
  };
}

/** The request with a first header that gives its id, which the logs show behind `request-`. */
export function withId(id: string, request: string): string {
  return request.replace('\r\n', `\r\nX-Request-Id: request-${id}\r\n`);
}

function steady(record: Json): Json {
  return JSON.parse(JSON.stringify(record, (key, value) => (VARYING.has(key) ? undefined : value)));
}
