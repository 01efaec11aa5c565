/** `portcullis-waf/proxy`: runs the reverse proxy inside another program. */
import type { TransferableWaf } from '#engine/transaction/transfer.ts';
import { createConsole, type Operator } from './logs/operator.ts';
import { type Running, runSingle } from './process/run-single.ts';
import { type Environment, readSettings } from './settings/read-settings.ts';
import type { ProfileName } from './waf/profile.ts';

/** The compiled rules of web hosts (pl1) and API hosts (pl2), and those of other profiles that POLICIES names. */
export type BundledProfiles = Readonly<
  Record<'pl1' | 'pl2', TransferableWaf> & Record<ProfileName, TransferableWaf>
>;

export type { Environment, Operator, Running };

export type ProxyOptions = {
  /** The profiles to use unless the settings name others. */
  readonly profiles: BundledProfiles;
  /** Receives what the proxy prints. The default is standard output and standard error. */
  readonly operator?: Operator | undefined;
};

/**
 * Starts a proxy; resolves when it listens. `settings`: those of docs/settings.md by name; variables of the process
 * are not read. Rejects with all problems of the settings, one line each.
 */
export async function createProxy(settings: Environment, options: ProxyOptions): Promise<Running> {
  const read = readSettings(settings);
  if (read.settings.workers > 0) {
    throw new Error('WORKERS: workers are processes of dist/proxy.js; here it must be 0.');
  }
  const { pl1, pl2, ...others } = options.profiles;
  const loaders = Object.entries(others).map(([name, waf]) => [name, async () => waf] as const);
  const bundled = {
    ...Object.fromEntries(loaders),
    pl1: async () => pl1,
    pl2: async () => pl2,
  };
  const run = await runSingle(read, bundled, options.operator ?? createConsole());
  if (run.kind === 'Failed') throw new Error(run.errors.join('\n'));
  return run.running;
}
