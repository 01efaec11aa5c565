/** A policy in force: how the requests that select it are handled. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { RuleExclusion } from '#engine/host/rule-exclusions.ts';
import { type BanTable, createBanTable } from '../bans/ban-table.ts';
import type { ClientLimit } from '../filters/rate-limiter.ts';
import type { WafLog } from '../logs/waf-logs.ts';
import type { BackendMap } from '../settings/backend-map.ts';
import type { Profile } from '../waf/profile.ts';
import { type PathPattern, pathPattern } from './path-pattern.ts';
import { pathReadings } from './path-readings.ts';
import type { PolicyMode } from './policy-data.ts';
import type { PolicyFiles } from './policy-files.ts';
import type { PathExclusion } from './read-exclusions.ts';

export type SitePolicy = {
  readonly name: string;
  /** The label in metrics: the list of hosts that defines the policy, or `policy` for one of POLICIES. */
  readonly hostClass: 'web' | 'api' | 'policy';
  /** The profile without exclusions that apply to some paths only. */
  readonly profile: Profile;
  /** Returns the profile with the exclusions for the path of this target. */
  readonly profileFor: (target: ByteString) => Profile;
  readonly log: WafLog;
  /** Undefined when ENGINE_MODE applies. */
  readonly mode: PolicyMode | undefined;
  /** Undefined when every method is allowed. */
  readonly methods: readonly string[] | undefined;
  /** Undefined when PROXY_RATE_LIMIT applies. */
  readonly limit: ClientLimit | undefined;
  /** Most bytes of a body, whether rules read it or not; undefined when the profile's limits apply. */
  readonly bodyLimit: number | undefined;
  readonly bans: BanTable | undefined;
  /** Undefined when BACKENDS applies. */
  readonly backends: BackendMap | undefined;
};

/** What a policy is built from besides its files. */
export type PolicyGround = {
  /** The profile without the policy's own limits and exclusions. */
  readonly profile: Profile;
  readonly log: WafLog;
  readonly rateLimit: number;
  readonly rateBurst: number;
};

/** Most combinations of exclusions that a policy caches; others are prepared for each request. */
const MOST_SETS = 64;

/** Returns the policy of PROXY_WEB_HOSTS or PROXY_APIS_HOSTS. */
export function listedPolicy(name: 'web' | 'api', { profile, log }: PolicyGround): SitePolicy {
  return {
    name,
    hostClass: name,
    profile,
    profileFor: () => profile,
    log,
    mode: undefined,
    methods: undefined,
    limit: undefined,
    bodyLimit: undefined,
    bans: undefined,
    backends: undefined,
  };
}

export function sitePolicy(files: PolicyFiles, ground: PolicyGround): SitePolicy {
  const { name, mode, methods, bodyLimit, rateLimit, rateBurst } = files.data;
  const services = { ...ground.profile.services, requestBodyLimit: bodyLimit };
  const own: Profile = { ...ground.profile, services, policy: name };
  const profileFor = excluding(own, files.exclusions);
  const isLimited = rateLimit !== undefined || rateBurst !== undefined;
  return {
    name,
    hostClass: 'policy',
    profile: profileFor(undefined),
    profileFor,
    log: ground.log,
    mode,
    methods,
    limit: isLimited
      ? { name, rate: rateLimit ?? ground.rateLimit, burst: rateBurst ?? ground.rateBurst }
      : undefined,
    bodyLimit,
    bans: files.bans.length === 0 ? undefined : bansOf(files),
    backends: files.data.backends,
  };
}

function bansOf({ bans }: PolicyFiles): BanTable {
  const table = createBanTable();
  table.replace(bans);
  return table;
}

/** Returns a function that selects the profile for a target; undefined means that the target is not known. */
function excluding(
  profile: Profile,
  exclusions: readonly PathExclusion[],
): (target: ByteString | undefined) => Profile {
  const always = exclusions.filter(({ paths }) => paths === undefined);
  const byPath = exclusions.flatMap(({ exclusion, paths }) =>
    paths === undefined ? [] : [{ exclusion, patterns: paths.map(pathPattern) }],
  );
  const everywhere = always.map(({ exclusion }) => exclusion);
  const base = withExclusions(profile, everywhere);
  if (byPath.length === 0) return () => base;
  const prepared = new Map<string, Profile>();
  return (target) => {
    const readings = target === undefined ? undefined : pathReadings(target);
    if (readings === undefined) return base;
    const counts = byPath.map(({ patterns }) => isForAll(readings, patterns));
    if (!counts.includes(true)) return base;
    const key = counts.map(Number).join('');
    const known = prepared.get(key);
    if (known !== undefined) return known;
    const added = byPath.filter((_, index) => counts[index]);
    const made = withExclusions(profile, [...everywhere, ...added.map((each) => each.exclusion)]);
    if (prepared.size < MOST_SETS) prepared.set(key, made);
    return made;
  };
}

/**
 * Returns true when an exclusion applies to every reading of the path, so that no server could read the path
 * differently.
 */
function isForAll(readings: readonly ByteString[], patterns: readonly PathPattern[]): boolean {
  return readings.every((reading) => patterns.some(({ matches }) => matches(reading)));
}

function withExclusions(profile: Profile, exclusions: readonly RuleExclusion[]): Profile {
  if (exclusions.length === 0) return profile;
  const start = profile.waf.prepareExclusions?.(exclusions).start;
  return { ...profile, services: { ...profile.services, exclusions: start }, exclusions };
}
