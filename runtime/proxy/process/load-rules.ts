/** Loads everything that a reload replaces: the profiles, their logs, the policies and the country database. */
import { existsSync } from 'node:fs';
import { MemoryCollections } from '#engine/collections/persistent/memory-collections.ts';
import { spoolDirectoryProblem } from '../body/check-spool-directory.ts';
import { collectEveryStep } from '../body/reclaimer.ts';
import type { RecordService } from '../collections/record-service.ts';
import type { Rules } from '../exchange/gateway.ts';
import { type GeoDatabase, loadGeoDatabase, noCountries } from '../filters/geo-database.ts';
import type { Logs } from '../logs/logs.ts';
import { openWafLog, type WafLog } from '../logs/waf-logs.ts';
import { messageOf } from '../message-of.ts';
import {
  listedTwice,
  loadPolicies,
  type Policies,
  policyFilesOf,
} from '../policies/load-policies.ts';
import { besidePolicies, type PolicyFiles, readPolicyFiles } from '../policies/policy-files.ts';
import type { PolicyGround } from '../policies/site-policy.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { LoadedModule } from '../waf/load-module.ts';
import { loadProfile } from '../waf/load-profile.ts';
import {
  type BundledProfiles,
  bundledProfile,
  type Profile,
  type ProfileName,
} from '../waf/profile.ts';

/** Where the rules of this process write. */
export type RulesHost = { readonly logs: Logs; readonly records: RecordService | undefined };

export type RulesLoad =
  | {
      readonly kind: 'Loaded';
      readonly rules: Rules;
      /** One line for each policy that keeps its previous version, with the reason. */
      readonly problems: readonly string[];
    }
  /** One line for each problem, naming the setting. */
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

/** The loaded parts of one profile. */
type Part = LoadedModule & { readonly log: WafLog };

type Loaded<T> = { readonly value: T } | { readonly problems: readonly string[] };

/**
 * Loads all parts and reports every problem; the caller puts the result in force. `before`: the rules in force now.
 * Persistent collections are taken over from them, so that clients' counters survive a reload.
 */
export async function loadRules(
  settings: ProxySettings,
  bundled: BundledProfiles,
  { logs, records }: RulesHost,
  before?: Rules,
): Promise<RulesLoad> {
  const files = readPolicyFiles(settings.policies);
  const read = files.kind === 'Read' ? files.policies : policyFilesOf(before?.policies);
  const extras = await loadExtras(read, settings, bundled, logs);
  const web = await loadPart('pl1', settings, bundled, logs);
  const api = await loadPart('pl2', settings, bundled, logs);
  const geo = loadGeo(settings, [web, api, ...extras.values()], before?.geo);
  const ofPolicies = [
    ...(files.kind === 'Failed' ? [files.problem] : []),
    ...listedTwice(settings, read),
    ...problemsOf([...extras.values()]),
    ...exclusionProblems(read, extras),
  ];
  const isStart = before === undefined;
  if (!('value' in geo && 'value' in web && 'value' in api)) {
    // Both profiles may fail to open the same log.
    const problems = new Set([...problemsOf([geo, web, api]), ...ofPolicies]);
    return { kind: 'Failed', problems: [...problems] };
  }
  const findLocation = geo.value?.findLocation;
  const stepLimit = settings.engineStepLimit;
  const known = new Map(before?.profiles.map((profile) => [profile.name, profile]));
  const { rateLimit, rateBurst } = settings;
  const groundOf = (name: ProfileName, { waf, source, log }: Part): PolicyGround => {
    const collections = known.get(name)?.services.collections ?? new MemoryCollections();
    const services = { findLocation, collections, stepLimit, collect: collectEveryStep() };
    return { profile: { name, waf, source, services, records }, log, rateLimit, rateBurst };
  };
  const parts = new Map<ProfileName, Part>([
    ['pl1', web.value],
    ['pl2', api.value],
  ]);
  for (const [name, part] of extras) if ('value' in part) parts.set(name, part.value);
  const grounds = new Map([...parts].map(([name, part]) => [name, groundOf(name, part)]));
  const find = (name: ProfileName): PolicyGround | undefined => grounds.get(name);
  const { policies, problems } = loadPolicies(settings, read, find, before?.policies);
  const all = [...ofPolicies, ...problems];
  if (isStart && all.length > 0) return { kind: 'Failed', problems: all };
  const loaded = [...grounds.values()].map(({ profile }) => profile);
  const profiles = [...loaded, ...previousProfiles(policies, grounds)];
  const rules = { policies, profiles, geo: geo.value };
  return { kind: 'Loaded', rules, problems: all };
}

/** Returns the profiles of policies that keep their previous version, because their module cannot be loaded any more. */
function previousProfiles(
  { entries }: Policies,
  grounds: ReadonlyMap<ProfileName, PolicyGround>,
): readonly Profile[] {
  const used = [...entries.values()].map(
    ({ ground: { profile } }) => [profile.name, profile] as const,
  );
  return [...new Map(used).values()].filter(({ name }) => !grounds.has(name));
}

function problemsOf(parts: readonly Loaded<unknown>[]): readonly string[] {
  return parts.flatMap((part) => ('problems' in part ? part.problems : []));
}

/** Loads the profiles that only policies name. */
async function loadExtras(
  read: readonly PolicyFiles[],
  settings: ProxySettings,
  bundled: BundledProfiles,
  logs: Logs,
): Promise<ReadonlyMap<ProfileName, Loaded<Part>>> {
  const parts = new Map<ProfileName, Loaded<Part>>();
  for (const { data } of read) {
    const { profile } = data;
    if (profile === 'pl1' || profile === 'pl2' || parts.has(profile)) continue;
    parts.set(profile, await loadPart(profile, settings, bundled, logs));
  }
  return parts;
}

/** Reports policies with exclusions whose module comes from a compiler that did not support them yet. */
function exclusionProblems(
  read: readonly PolicyFiles[],
  extras: ReadonlyMap<ProfileName, Loaded<Part>>,
): readonly string[] {
  return read.flatMap(({ data, exclusions }) => {
    const part = extras.get(data.profile);
    const isOld = part !== undefined && 'value' in part && !part.value.waf.prepareExclusions;
    if (exclusions.length === 0 || !isOld) return [];
    return [
      `POLICIES: policy "${data.name}": ${data.profile} was compiled by an older release, which does not support exclusions: compile it again.`,
    ];
  });
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
    const geo = loadGeoDatabase(geoDatabase, before);
    if (!geoBlock || geo.namesCountries()) return { value: geo };
    return { problems: [`GEO_DB_PATH: ${noCountries(geoDatabase, geo)}`] };
  } catch (error) {
    const problem = `GEO_DB_PATH: GeoIP database ${geoDatabase} cannot be loaded: ${messageOf(error)}`;
    return { problems: [problem] };
  }
}

/** Returns the setting that names the rules of a profile, and its value. */
function entriesOf(
  name: ProfileName,
  { policies, webRules, apiRules }: ProxySettings,
): readonly [variable: string, entries: readonly string[]] {
  if (name === 'pl1') return ['ENGINE_RULES_PATH_SITES', webRules];
  if (name === 'pl2') return ['ENGINE_RULES_PATH_APIS', apiRules];
  return ['POLICIES', isModulePath(name) ? [besidePolicies(policies, name)] : []];
}

function isModulePath(name: ProfileName): boolean {
  return name.endsWith('.mjs');
}

async function loadPart(
  name: ProfileName,
  settings: ProxySettings,
  bundled: BundledProfiles,
  logs: Logs,
): Promise<Loaded<Part>> {
  const [variable, entries] = entriesOf(name, settings);
  const builtIn = bundledProfile(bundled, name);
  if (builtIn === undefined && !isModulePath(name)) {
    const names = Object.keys(bundled).join(', ');
    return { problems: [`${variable}: there is no profile "${name}": built in are ${names}.`] };
  }
  const load = await loadProfile(entries, builtIn ?? bundled.pl1);
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
