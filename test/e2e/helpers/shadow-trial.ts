/** A built proxy with rules on trial, and the report about them. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startBackend } from '../../proxy/helpers/backend.ts';
import { linesOf } from '../../proxy/helpers/lines-of.ts';
import { exchangeRaw, rawRequest } from '../../proxy/helpers/raw-client.ts';
import { until } from '../../proxy/helpers/until.ts';
import { emptyFolder } from './built.ts';
import { runBuilt } from './run-built.ts';

type Line = Readonly<Record<string, unknown>> & { readonly kind: string };

export type Trial = {
  readonly status: (target: string) => Promise<number>;
  readonly report: string;
  readonly lines: () => readonly Line[];
  readonly reload: () => void;
  readonly errors: () => string;
  /** Ends the proxy, which writes its last summary. */
  readonly stop: () => Promise<void>;
};

export async function startTrial(
  t: TestContext,
  module: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Trial> {
  const backend = await startBackend();
  t.after(backend.close);
  const report = join(emptyFolder(t), 'report.jsonl');
  const run = await runBuilt(t, {
    BACKENDS: JSON.stringify({ default: [backend.address] }),
    SHADOW_RULES: module,
    SHADOW_SAMPLE: '1',
    SHADOW_REPORT: report,
    SHUTDOWN_TIMEOUT: '1',
    ...environment,
  });
  return {
    status: async (target) => {
      const headers = ['User-Agent: x', 'Accept: */*'];
      return (await exchangeRaw(run.port, rawRequest(target, headers))).status;
    },
    report,
    lines: () => linesOf(report).map((line) => JSON.parse(line)),
    reload: () => run.child.kill('SIGHUP'),
    errors: run.stderr,
    stop: async () => {
      run.child.kill('SIGTERM');
      await run.exit;
    },
  };
}

export const INJECTION = "/?id=1'%20OR%20'1'='1&password=hunter2";

/** Sends requests that both pass until the candidate judges one after another: its thread takes a while to start. */
export async function untilJudging({ status, lines }: Trial, target: string): Promise<void> {
  await until(async () => {
    await status(target);
    return lines().length > 0;
  });
  assert.ok(lines().length > 0);
}
