/** Everything a reload replaces: both profiles, their logs, and the country database. */
import type { Guard, Rules } from '../exchange/gateway.ts';
import { type GeoDatabase, loadGeoDatabase } from '../filters/geo-database.ts';
import type { Logs } from '../logs/logs.ts';
import { openWafLog } from '../logs/waf-logs.ts';
import { messageOf } from '../message-of.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { loadProfile } from '../waf/load-profile.ts';
import type { BundledProfiles, ProfileName } from '../waf/profile.ts';

export type RulesLoad =
  | { readonly kind: 'loaded'; readonly rules: Rules }
  /** One line each, naming the variable. */
  | { readonly kind: 'failed'; readonly problems: readonly string[] };

type Loaded<T> = { readonly value: T } | { readonly problems: readonly string[] };

/** Loads all of it and reports every problem; nothing is in force until the caller says so. */
export async function loadRules(
  settings: ProxySettings,
  bundled: BundledProfiles,
  logs: Logs,
): Promise<RulesLoad> {
  const geo = loadGeo(settings);
  const web = await loadGuard('pl1', settings, bundled, logs);
  const api = await loadGuard('pl2', settings, bundled, logs);
  if ('value' in geo && 'value' in web && 'value' in api) {
    const guards = { web: web.value, api: api.value };
    return { kind: 'loaded', rules: { guards, geo: geo.value } };
  }
  const problems = [geo, web, api].flatMap((part) => ('problems' in part ? part.problems : []));
  return { kind: 'failed', problems };
}

function loadGeo({ geoBlock, geoDatabase }: ProxySettings): Loaded<GeoDatabase | undefined> {
  if (!geoBlock) return { value: undefined };
  try {
    return { value: loadGeoDatabase(geoDatabase) };
  } catch (error) {
    const problem = `GEO_DB_PATH: GeoIP database ${geoDatabase} cannot be loaded: ${messageOf(error)}`;
    return { problems: [problem] };
  }
}

async function loadGuard(
  name: ProfileName,
  settings: ProxySettings,
  bundled: BundledProfiles,
  logs: Logs,
): Promise<Loaded<Guard>> {
  const [variable, entries] =
    name === 'pl1'
      ? (['ENGINE_RULES_PATH_SITES', settings.webRules] as const)
      : (['ENGINE_RULES_PATH_APIS', settings.apiRules] as const);
  const load = await loadProfile(name, entries, bundled[name]);
  if (load.kind === 'failed') {
    return { problems: load.problems.map((problem) => `${variable}: ${problem}`) };
  }
  const { profile } = load;
  try {
    const log = openWafLog(logs, profile.waf.settings, {
      errorLog: settings.errorLog,
      auditLog: settings.auditLog,
      redact: settings.auditRedact ? 'secrets' : 'off',
      debugLevel: settings.debugLogLevel,
      sync: settings.auditSync,
    });
    return { value: { profile, log } };
  } catch (error) {
    return { problems: [`log of profile ${name} cannot be opened: ${messageOf(error)}`] };
  }
}
