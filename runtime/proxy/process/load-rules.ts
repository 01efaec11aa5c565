/** Loads everything that a reload replaces: both profiles, their logs, and the country database. */

import { existsSync } from 'node:fs';
import { MemoryCollections } from '../../engine/collections/persistent/memory-collections.ts';
import { spoolDirectoryProblem } from '../body/check-spool-directory.ts';
import { collectGarbage } from '../body/reclaimer.ts';
import type { RecordService } from '../collections/record-service.ts';
import type { Rules, SitePolicy } from '../exchange/gateway.ts';
import { type GeoDatabase, loadGeoDatabase, noCountries } from '../filters/geo-database.ts';
import type { Logs } from '../logs/logs.ts';
import { openWafLog, type WafLog } from '../logs/waf-logs.ts';
import { messageOf } from '../message-of.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { LoadedModule } from '../waf/load-module.ts';
import { loadProfile } from '../waf/load-profile.ts';
import type { BundledProfiles, ProfileName } from '../waf/profile.ts';

/** What rules of this process write to. */
export type RulesHost = { readonly logs: Logs; readonly records: RecordService | undefined };

export type RulesLoad =
  | { readonly kind: 'Loaded'; readonly rules: Rules }
  /** One line for each, naming the variable. */
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

/** The loaded parts of one profile. */
type Part = LoadedModule & { readonly log: WafLog };

type Loaded<T> = { readonly value: T } | { readonly problems: readonly string[] };

/**
 * Loads all parts and reports every problem; the caller puts the result in force. Persistent
 * collections continue from `before`, the rules now in force, so that clients' counters outlive a reload.
 */
export async function loadRules(
  settings: ProxySettings,
  bundled: BundledProfiles,
  { logs, records }: RulesHost,
  before?: Rules,
): Promise<RulesLoad> {
  const web = await loadPart('pl1', settings, bundled, logs);
  const api = await loadPart('pl2', settings, bundled, logs);
  const geo = loadGeo(settings, [web, api], before?.geo);
  if (!('value' in geo && 'value' in web && 'value' in api)) {
    const problems = [geo, web, api].flatMap((part) => ('problems' in part ? part.problems : []));
    // Both profiles may fail to open the same log.
    return { kind: 'Failed', problems: [...new Set(problems)] };
  }
  const findLocation = geo.value?.findLocation;
  const stepLimit = settings.engineStepLimit;
  const policyOf = (
    name: ProfileName,
    { waf, log }: Part,
    old: SitePolicy | undefined,
  ): SitePolicy => {
    const collections = old?.profile.services.collections ?? new MemoryCollections();
    const services = { findLocation, collections, stepLimit, collect: collectGarbage };
    return { profile: { name, waf, services, records }, log };
  };
  const policies = {
    web: policyOf('pl1', web.value, before?.policies.web),
    api: policyOf('pl2', api.value, before?.policies.api),
  };
  const sources = { pl1: web.value.source, pl2: api.value.source };
  return { kind: 'Loaded', rules: { policies, sources, geo: geo.value } };
}

/** Loads the country database. The filter requires one; rules with @geoLookup run without it if the file is absent. */
function loadGeo(
  { geoBlock, geoDatabase }: ProxySettings,
  parts: readonly Loaded<Part>[],
  before: GeoDatabase | undefined,
): Loaded<GeoDatabase | undefined> {
  const isNeeded = parts.some((part) => 'value' in part && part.value.waf.manifest.usesGeo);
  const isThere = before !== undefined || existsSync(geoDatabase);
  if (!geoBlock && !(isNeeded && isThere)) return { value: undefined };
  try {
    const geo = loadGeoDatabase(geoDatabase);
    if (!geoBlock || geo.namesCountries()) return { value: geo };
    return { problems: [`GEO_DB_PATH: ${noCountries(geoDatabase, geo)}`] };
  } catch (error) {
    const problem = `GEO_DB_PATH: GeoIP database ${geoDatabase} cannot be loaded: ${messageOf(error)}`;
    return { problems: [problem] };
  }
}

async function loadPart(
  name: ProfileName,
  settings: ProxySettings,
  bundled: BundledProfiles,
  logs: Logs,
): Promise<Loaded<Part>> {
  const [variable, entries] =
    name === 'pl1'
      ? (['ENGINE_RULES_PATH_SITES', settings.webRules] as const)
      : (['ENGINE_RULES_PATH_APIS', settings.apiRules] as const);
  const load = await loadProfile(entries, bundled[name]);
  if (load.kind === 'Failed') {
    return { problems: load.problems.map((problem) => `${variable}: ${problem}`) };
  }
  const { waf, source } = load;
  const problem = spoolDirectoryProblem(waf.settings.dataDir);
  if (problem !== undefined) return { problems: [`${variable}: ${problem}`] };
  const log = openWafLog(logs, waf.settings, {
    errorLog: settings.errorLog,
    auditLog: settings.auditLog,
    redact: settings.auditRedact ? 'secrets' : 'off',
    debugLevel: settings.debugLogLevel,
    sync: settings.auditSync,
  });
  return log.kind === 'Open'
    ? { value: { waf, source, log: log.log } }
    : { problems: log.problems };
}
