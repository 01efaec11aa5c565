/** From settings and POLICIES to the policies in force; what has not changed stays the object that it was. */

import type { BackendMap } from '../settings/backend-map.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import type { PolicyFiles } from './policy-files.ts';
import { type ChoosePolicy, createPolicyMap, type PolicyRoute } from './policy-map.ts';
import { listedPolicy, type PolicyGround, type SitePolicy, sitePolicy } from './site-policy.ts';

/** Made from the same files on the same ground, a policy stays as it is. */
export type PolicyEntry = {
  readonly version: string;
  readonly ground: PolicyGround;
  readonly policy: SitePolicy;
  readonly files: PolicyFiles;
};

export type Policies = {
  readonly choose: ChoosePolicy<SitePolicy>;
  /** For requests whose host chooses none. */
  readonly fallback: SitePolicy;
  /** Of POLICIES, by name. */
  readonly entries: ReadonlyMap<string, PolicyEntry>;
};

export type PoliciesLoad = {
  readonly policies: Policies;
  /** What keeps policies as they were, one line each. */
  readonly problems: readonly string[];
};

/** The grounds of the profiles in use. */
export type FindGround = (profile: string) => PolicyGround | undefined;

/** `read`: what POLICIES says. `findGround`: has those of pl1 and pl2. */
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

/** Logs are opened anew by each reload, for the same file. */
function isSameGround(one: PolicyGround, other: PolicyGround): boolean {
  return (
    one.profile.waf === other.profile.waf &&
    one.profile.services.findLocation === other.profile.services.findLocation
  );
}

/** What policies in force were made from. */
export function policyFilesOf(policies: Policies | undefined): readonly PolicyFiles[] {
  return [...(policies?.entries.values() ?? [])].map(({ files }) => files);
}

/** Of BACKENDS, and of policies that have backends of their own. */
export function backendMapsOf(
  { backends }: ProxySettings,
  { entries }: Policies,
): readonly BackendMap[] {
  return [backends, ...[...entries.values()].flatMap(({ policy }) => policy.backends ?? [])];
}

/** Hosts that POLICIES names as a whole, and a list too. */
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
