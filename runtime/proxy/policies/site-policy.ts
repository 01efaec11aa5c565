/** A policy in force: what becomes of the requests that choose it. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { RuleExclusion } from '../../engine/host/rule-exclusions.ts';
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
  /** The label of metrics: which list of hosts it stands for, or that it is of POLICIES. */
  readonly hostClass: 'web' | 'api' | 'policy';
  /** Without what only some paths exclude. */
  readonly profile: Profile;
  /** The profile with what the path of this target excludes. */
  readonly profileFor: (target: ByteString) => Profile;
  readonly log: WafLog;
  /** Undefined: ENGINE_MODE decides. */
  readonly mode: PolicyMode | undefined;
  /** Undefined: every method. */
  readonly methods: readonly string[] | undefined;
  /** Undefined: that of PROXY_RATE_LIMIT. */
  readonly limit: ClientLimit | undefined;
  /** Bytes of a body, whether rules read it or not; undefined: the profile decides. */
  readonly bodyLimit: number | undefined;
  readonly bans: BanTable | undefined;
  /** Undefined: those of BACKENDS. */
  readonly backends: BackendMap | undefined;
};

/** What the policy is made from besides its files. */
export type PolicyGround = {
  /** The profile as the settings have it. */
  readonly profile: Profile;
  readonly log: WafLog;
  readonly rateLimit: number;
  readonly rateBurst: number;
};

/** Sets of exclusions that are prepared, for a policy; paths beyond that are prepared again. */
const MOST_SETS = 64;

/** The policy of PROXY_WEB_HOSTS or PROXY_APIS_HOSTS. */
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

/** Undefined stands for a target of which nothing is known. */
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

/** An exclusion counts only if the path means the same to every server. */
function isForAll(readings: readonly ByteString[], patterns: readonly PathPattern[]): boolean {
  return readings.every((reading) => patterns.some(({ matches }) => matches(reading)));
}

function withExclusions(profile: Profile, exclusions: readonly RuleExclusion[]): Profile {
  if (exclusions.length === 0) return profile;
  const start = profile.waf.prepareExclusions?.(exclusions).start;
  return { ...profile, services: { ...profile.services, exclusions: start }, exclusions };
}
