/** `BACKENDS`: which group of backends serves a host and path (docs/spec/service.md#backends). */
import { canonicalHost } from '../http/canonical-host.ts';
import { type BackendMember, parseBackendMember } from './backend-address.ts';
import { repeatedKeys } from './repeated-keys.ts';
import { problem, type SettingKind, value } from './setting-types.ts';

export type BackendGroup = readonly BackendMember[];

export type HostBackends = {
  /** Longest prefix first, without trailing slash: "" matches every path. */
  readonly paths: readonly { readonly prefix: string; readonly group: BackendGroup }[];
  readonly fallback: BackendGroup;
};

export type BackendMap = {
  readonly hosts: ReadonlyMap<string, HostBackends>;
  readonly fallback: HostBackends | undefined;
};

type Report = (message: string) => void;

export const backendMap: SettingKind<BackendMap> = {
  type: 'JSON',
  parse: (text) => {
    const problems: string[] = [];
    const parsed = parseMap(text, (message) => problems.push(message));
    return problems.length > 0 || parsed === undefined ? problem(...problems) : value(parsed);
  },
};

/** The default of `BACKENDS`. */
export const DEFAULT_BACKENDS: BackendMap = {
  hosts: new Map(),
  fallback: { paths: [], fallback: [{ host: 'localhost', port: 5000 }] },
};

function parseMap(text: string, report: Report): BackendMap | undefined {
  const json = parseJson(text, report);
  if (json === undefined) return undefined;
  for (const key of repeatedKeys(text)) report(`"${key}" is there twice in one object.`);
  const entries = entriesOf(json);
  if (entries === undefined) {
    report('must be a JSON object of host name to backends.');
    return undefined;
  }
  const hosts = new Map<string, HostBackends>();
  let fallback: HostBackends | undefined;
  for (const [key, entry] of entries) {
    const backends = parseHostBackends(key, entry, report);
    if (key === 'default') {
      fallback = backends;
      continue;
    }
    const name = canonicalHost(key)?.name;
    if (name === undefined) report(`"${key}" is not a host name.`);
    else if (hosts.has(name)) report(`host "${name}" is there twice.`);
    else hosts.set(name, backends);
  }
  if (entries.length === 0) report('names no backend.');
  return { hosts, fallback };
}

function parseJson(text: string, report: Report): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    report(`is not JSON: ${error instanceof Error ? error.message : String(error)}.`);
    return undefined;
  }
}

function entriesOf(json: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  return Object.entries(json);
}

function parseHostBackends(key: string, entry: unknown, report: Report): HostBackends {
  if (Array.isArray(entry)) return { paths: [], fallback: parseGroup(key, entry, report) };
  const members = new Map(entriesOf(entry) ?? []);
  if (!members.has('default')) {
    report(`"${key}" must be an array of "host:port" or an object with "default" and "paths".`);
    return { paths: [], fallback: [] };
  }
  for (const name of members.keys()) {
    if (name !== 'default' && name !== 'paths') report(`"${key}" has an unknown member "${name}".`);
  }
  return {
    paths: parsePaths(key, members.get('paths') ?? {}, report),
    fallback: parseGroup(`${key}.default`, members.get('default'), report),
  };
}

function parsePaths(key: string, json: unknown, report: Report): HostBackends['paths'] {
  const entries = entriesOf(json);
  if (entries === undefined) {
    report(`"${key}.paths" must be an object of path prefix to array of "host:port".`);
    return [];
  }
  const groups = new Map<string, BackendGroup>();
  for (const [path, group] of entries) {
    const prefix = path.replace(/\/$/, '');
    if (!/^\/[!-~]*$/.test(path) || /[?#]/.test(path)) {
      report(`"${key}.paths": "${path}" is not a path prefix such as "/api".`);
    } else if (groups.has(prefix)) {
      report(`"${key}.paths": prefix "${path}" is there twice.`);
    }
    groups.set(prefix, parseGroup(`${key}.paths.${path}`, group, report));
  }
  return [...groups]
    .map(([prefix, group]) => ({ prefix, group }))
    .sort((a, b) => b.prefix.length - a.prefix.length);
}

function parseGroup(key: string, json: unknown, report: Report): BackendGroup {
  if (!Array.isArray(json) || json.length === 0) {
    report(`"${key}" must be a non-empty array of "host:port".`);
    return [];
  }
  return json.flatMap((entry: unknown) => {
    const parsed = parseBackendMember(entry);
    if (parsed.kind === 'Value') return [parsed.value];
    for (const what of parsed.problems) report(`"${key}": ${JSON.stringify(entry)} ${what}`);
    return [];
  });
}

/** Every group of the map. */
export function groupsOf({ hosts, fallback }: BackendMap): readonly BackendGroup[] {
  const entries = [...hosts.values(), ...(fallback === undefined ? [] : [fallback])];
  return entries.flatMap((entry) => [...entry.paths.map(({ group }) => group), entry.fallback]);
}
