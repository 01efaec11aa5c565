/** `portcullis-waf/proxy`: the reverse proxy as a function, in a process that has more to do. */
import { createConsole, type Operator } from './process/operator.ts';
import { type Running, runSingle } from './process/run-single.ts';
import { type Environment, readSettings } from './settings/read-settings.ts';
import type { BundledProfiles } from './waf/profile.ts';

export type { BundledProfiles, Environment, Operator, Running };

export type ProxyOptions = {
  /** Compiled rules of web hosts (pl1) and API hosts (pl2), unless the settings name others. */
  readonly profiles: BundledProfiles;
  /** Called with what the proxy prints. Default: standard output and standard error. */
  readonly operator?: Operator | undefined;
};

/**
 * Starts a proxy and resolves when it listens. `settings` are those of docs/settings.md by their names; variables of
 * the process are not read. Rejects with all that is wrong with them, one line each.
 */
export async function createProxy(settings: Environment, options: ProxyOptions): Promise<Running> {
  const read = readSettings(settings);
  if (read.settings.workers > 0) {
    throw new Error('WORKERS: workers are processes of dist/proxy.js; here it must be 0.');
  }
  const run = await runSingle(read, options.profiles, options.operator ?? createConsole());
  if (run.kind === 'Failed') throw new Error(run.errors.join('\n'));
  return run.running;
}
