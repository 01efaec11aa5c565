/**
 * Builds the policies in force from settings and POLICIES. A reload keeps the objects of policies that have not
 * changed.
 */
import type { BackendMap } from '../settings/backend-map.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { PolicyFiles } from './policy-files.ts';
import { type ChoosePolicy, createPolicyMap, type PolicyRoute } from './policy-map.ts';
import { listedPolicy, type PolicyGround, type SitePolicy, sitePolicy } from './site-policy.ts';

/** A policy and what it was built from. A reload keeps the policy when version and ground are unchanged. */
export type PolicyEntry = {
  readonly version: string;
  readonly ground: PolicyGround;
  readonly policy: SitePolicy;
  readonly files: PolicyFiles;
};

export type Policies = {
  readonly choose: ChoosePolicy<SitePolicy>;
  /** The policy of requests whose host selects none. */
  readonly fallback: SitePolicy;
  /** The policies of POLICIES, by name. */
  readonly entries: ReadonlyMap<string, PolicyEntry>;
};

export type PoliciesLoad = {
  readonly policies: Policies;
  /** One line for each reason why a policy keeps its previous version or is not used. */
  readonly problems: readonly string[];
};

/** Returns the ground for a profile; undefined when the profile could not be loaded. */
export type FindGround = (profile: string) => PolicyGround | undefined;

/**
 * `read`: the contents of POLICIES. `findGround` must find pl1 and pl2. `before`: the policies in force, undefined
 * at start.
 */
export function loadPolicies(
  settings: ProxySettings,
  read: readonly PolicyFiles[],
  findGround: FindGround,
  before: Policies | undefined,
): PoliciesLoad {
  const [web, api] = [findGround('pl1'), findGround('pl2')];
  if (web === undefined || api === undefined) throw new Error('pl1 and pl2 are always loaded');
  const fallback = listedPolicy('web', web);
  const problems: string[] = [];
  const entries = new Map<string, PolicyEntry>();
  for (const files of read) {
    const known = before?.entries.get(files.data.name);
    const ground = findGround(files.data.profile);
    problems.push(...files.problems);
    const entry = entryOf(files, ground, known);
    if (entry !== undefined) entries.set(files.data.name, entry);
  }
  const routes: PolicyRoute<SitePolicy>[] = [...entries.values()].flatMap(({ policy, files }) =>
    files.data.matches.map(({ host, path }) => ({ host, path, policy })),
  );
  const listed = (hosts: readonly string[], policy: SitePolicy): void => {
    for (const host of hosts) routes.push({ host, path: '', policy });
  };
  listed(settings.webHosts, fallback);
  listed(settings.apiHosts, listedPolicy('api', api));
  return { policies: { choose: createPolicyMap(routes), fallback, entries }, problems };
}

function entryOf(
  files: PolicyFiles,
  ground: PolicyGround | undefined,
  known: PolicyEntry | undefined,
): PolicyEntry | undefined {
  if (ground === undefined || files.problems.length > 0) return known;
  const { version } = files;
  if (known?.version === version && isSameGround(known.ground, ground)) return { ...known, files };
  return { version, ground, files, policy: sitePolicy(files, ground) };
}

/** Compares grounds without their logs, because each reload opens the same logs again. */
function isSameGround(one: PolicyGround, other: PolicyGround): boolean {
  return (
    one.profile.waf === other.profile.waf &&
    one.profile.services.findLocation === other.profile.services.findLocation
  );
}

/** Returns the files from which the policies in force were built. */
export function policyFilesOf(policies: Policies | undefined): readonly PolicyFiles[] {
  return [...(policies?.entries.values() ?? [])].map(({ files }) => files);
}

/** Returns the map of BACKENDS, and those of policies with their own backends. */
export function backendMapsOf(
  { backends }: ProxySettings,
  { entries }: Policies,
): readonly BackendMap[] {
  return [backends, ...[...entries.values()].flatMap(({ policy }) => policy.backends ?? [])];
}

/**
 * Returns a line for each host that POLICIES names without a path and PROXY_WEB_HOSTS or PROXY_APIS_HOSTS names
 * too.
 */
export function listedTwice(
  { webHosts, apiHosts }: ProxySettings,
  read: readonly PolicyFiles[],
): readonly string[] {
  const whole = new Set(
    read.flatMap(({ data }) =>
      data.matches.filter(({ path }) => path === '').map(({ host }) => host),
    ),
  );
  const lists = [
    ['PROXY_WEB_HOSTS', webHosts],
    ['PROXY_APIS_HOSTS', apiHosts],
  ] as const;
  return lists.flatMap(([variable, hosts]) =>
    hosts
      .filter((host) => whole.has(host))
      .map((host) => `POLICIES: host "${host}" is in ${variable} too.`),
  );
}
