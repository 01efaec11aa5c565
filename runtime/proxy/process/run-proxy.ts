/** One process that does everything: start, reload, stop. */
import type { Rules } from '../exchange/gateway.ts';
import { createLogs, type Logs } from '../logs/logs.ts';
import { createProxyServer } from '../server.ts';
import { type Environment, type ProxySettings, readSettings } from '../settings/read-settings.ts';
import type { BundledProfiles } from '../waf/profile.ts';
import { buildGateway, localTokens } from './build-gateway.ts';
import { drain } from './drain.ts';
import { listen, portOf } from './listen.ts';
import { loadRules } from './load-rules.ts';
import { nodeWarning } from './node-version.ts';
import { openFileLimit } from './open-file-limit.ts';
import { runtimeErrors } from './start-errors.ts';

export type RunningProxy = {
  readonly port: number;
  /** Loads rules, GeoIP database and log files anew; what fails is reported and stays as it was. */
  readonly reload: () => Promise<boolean>;
  /** Answers what has begun, writes the logs, and closes. */
  readonly stop: () => Promise<void>;
};

export type Start =
  | { readonly kind: 'started'; readonly proxy: RunningProxy }
  /** All reasons, one line each. */
  | { readonly kind: 'failed'; readonly errors: readonly string[] };

/** What is told to the operator. */
export type Console = {
  readonly info: (line: string) => void;
  readonly warn: (line: string) => void;
};

export async function startProxy(
  environment: Environment,
  bundled: BundledProfiles,
  console: Console,
): Promise<Start> {
  const { settings, errors: settingErrors } = readSettings(environment);
  const errors = [...settingErrors, ...runtimeErrors(process.execArgv, environment)];
  const logs = createLogs();
  const load = await loadRules(settings, bundled, logs);
  if (load.kind === 'failed' || errors.length > 0) {
    return {
      kind: 'failed',
      errors: [...errors, ...(load.kind === 'failed' ? load.problems : [])],
    };
  }
  let { rules } = load;
  const gateway = buildGateway(settings, {
    rules: () => rules,
    takeToken: localTokens(settings),
    accessLog: logs.open(settings.accessLog),
    observe: () => {},
    warn: console.warn,
  });
  const server = createProxyServer(gateway, openFileLimit());
  const problem = await listen(server, settings.port, settings.listenHost, 'PORT');
  if (problem !== undefined) return { kind: 'failed', errors: [problem] };
  announce(settings, rules, portOf(server), console);
  return {
    kind: 'started',
    proxy: {
      port: portOf(server),
      reload: async () => {
        const reloaded = await reload(settings, bundled, logs, console);
        rules = reloaded ?? rules;
        return reloaded !== undefined;
      },
      stop: async () => {
        await drain(server, settings.shutdownTimeout);
        await logs.close();
      },
    },
  };
}

async function reload(
  settings: ProxySettings,
  bundled: BundledProfiles,
  logs: Logs,
  console: Console,
): Promise<Rules | undefined> {
  const problems = logs.reopen();
  const load = await loadRules(settings, bundled, logs);
  if (load.kind === 'failed') problems.push(...load.problems);
  for (const problem of problems) console.warn(`reload: ${problem}`);
  if (load.kind === 'failed') return undefined;
  console.info('Reloaded rules, GeoIP database and log files');
  return load.rules;
}

/** The lines of service.md 1, in its order, with the manifests between the first two. */
function announce(
  settings: ProxySettings,
  { geo, guards }: Rules,
  port: number,
  console: Console,
): void {
  console.info(
    geo === undefined
      ? 'GeoIP database not loaded: GEO_BLOCK_ENABLED is off'
      : `GeoIP database loaded: ${settings.geoDatabase} (${geo.description})`,
  );
  for (const { profile } of [guards.web, guards.api]) {
    const { ruleSet, rules, sources, compiler } = profile.waf.manifest;
    console.info(
      `Profile ${profile.name}: ${ruleSet}, ${rules.kept} of ${rules.read} rules from ${sources.length} files, compiled by ${compiler}`,
    );
  }
  console.info('Portcullis WAF started');
  console.info(`Listening on :${port}`);
  const release = nodeWarning(process.versions.node);
  if (release !== undefined) console.warn(release);
  if (settings.trustedProxies.length === 0) {
    console.warn(
      'TRUSTED_PROXIES is unset: any client can choose its address with X-Forwarded-For or CDN-Connecting-IP.',
    );
  }
}
