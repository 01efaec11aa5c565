/** `BACKENDS`: which group of backends serves a host and path (docs/spec/service.md#backends). */
import { canonicalHost } from '../http/canonical-host.ts';
import type { Report } from '../json/finding.ts';
import { type JsonMember, type JsonNode, readJson } from '../json/json-text.ts';
import { type BackendMember, parseBackendMember } from './backend-address.ts';
import { problem, type SettingKind, value } from './setting-types.ts';

export type BackendGroup = readonly BackendMember[];

export type HostBackends = {
  /** Longest prefix first; prefixes have no trailing slash, so "" matches every path. */
  readonly paths: readonly { readonly prefix: string; readonly group: BackendGroup }[];
  readonly fallback: BackendGroup;
};

export type BackendMap = {
  readonly hosts: ReadonlyMap<string, HostBackends>;
  readonly fallback: HostBackends | undefined;
};

export const backendMap: SettingKind<BackendMap> = {
  type: 'JSON',
  parse: (text) => {
    const read = readJson(Buffer.from(text, 'utf8').toString('latin1'));
    if (read.kind === 'Broken')
      return problem(`is not JSON at byte ${read.location.start + 1}: ${read.message}`);
    const problems: string[] = [];
    const map = readBackendMap(read.root, (_, message) => problems.push(message));
    return problems.length > 0 || map === undefined ? problem(...problems) : value(map);
  },
};

/** The default of `BACKENDS`. */
export const DEFAULT_BACKENDS: BackendMap = {
  hosts: new Map(),
  fallback: { paths: [], fallback: [{ host: 'localhost', port: 5000 }] },
};

export function readBackendMap(node: JsonNode, report: Report): BackendMap | undefined {
  const entries = entriesOf(node, report);
  if (entries === undefined) {
    report(node, 'must be a JSON object of host name to backends.');
    return undefined;
  }
  const hosts = new Map<string, HostBackends>();
  let fallback: HostBackends | undefined;
  for (const { name: key, location, value: entry } of entries) {
    const backends = readHostBackends(key, entry, report);
    if (key === 'default') {
      fallback = backends;
      continue;
    }
    const name = canonicalHost(key)?.name;
    if (name === undefined) report(location, `"${key}" is not a host name.`);
    else if (hosts.has(name)) report(location, `host "${name}" occurs twice.`);
    else hosts.set(name, backends);
  }
  if (entries.length === 0) report(node, 'names no backend.');
  return { hosts, fallback };
}

/**
 * Returns the members of an object; undefined when the node is not an object. Of members with the same name it
 * reports the duplicates and returns the last.
 */
function entriesOf(node: JsonNode, report: Report): readonly JsonMember[] | undefined {
  if (node.kind !== 'Object') return undefined;
  const entries = new Map<string, JsonMember>();
  for (const member of node.members) {
    const { name, location } = member;
    if (entries.has(name)) report(location, `"${name}" occurs twice in one object.`);
    entries.set(name, member);
  }
  return [...entries.values()];
}

/** Reads one entry of the map. `key`: the name of the entry in messages. */
export function readHostBackends(key: string, node: JsonNode, report: Report): HostBackends {
  if (node.kind === 'Array') return { paths: [], fallback: readGroup(key, node, report) };
  const entries = entriesOf(node, report) ?? [];
  const members = new Map(entries.map(({ name, value: member }) => [name, member]));
  const fallback = members.get('default');
  if (fallback === undefined) {
    report(
      node,
      `"${key}" must be an array of "host:port" or an object with "default" and "paths".`,
    );
    return { paths: [], fallback: [] };
  }
  for (const { name, location } of entries) {
    if (name !== 'default' && name !== 'paths')
      report(location, `"${key}" has an unknown member "${name}".`);
  }
  const paths = members.get('paths');
  return {
    paths: paths === undefined ? [] : readPaths(key, paths, report),
    fallback: readGroup(`${key}.default`, fallback, report),
  };
}

function readPaths(key: string, node: JsonNode, report: Report): HostBackends['paths'] {
  const entries = entriesOf(node, report);
  if (entries === undefined) {
    report(node, `"${key}.paths" must be an object of path prefix to array of "host:port".`);
    return [];
  }
  const groups = new Map<string, BackendGroup>();
  for (const { name: path, location, value: group } of entries) {
    const prefix = path.replace(/\/$/, '');
    if (!/^\/[!-~]*$/.test(path) || /[?#]/.test(path)) {
      report(location, `"${key}.paths": "${path}" is not a path prefix such as "/api".`);
    } else if (groups.has(prefix)) {
      report(location, `"${key}.paths": prefix "${path}" occurs twice.`);
    }
    groups.set(prefix, readGroup(`${key}.paths.${path}`, group, report));
  }
  return [...groups]
    .map(([prefix, group]) => ({ prefix, group }))
    .sort((a, b) => b.prefix.length - a.prefix.length);
}

function readGroup(key: string, node: JsonNode, report: Report): BackendGroup {
  if (node.kind !== 'Array' || node.items.length === 0) {
    report(node, `"${key}" must be a non-empty array of "host:port".`);
    return [];
  }
  return node.items.flatMap((item) => {
    const entry = item.kind === 'String' ? item.value : undefined;
    const parsed = parseBackendMember(entry);
    if (parsed.kind === 'Value') return [parsed.value];
    const shown = entry === undefined ? 'an entry' : JSON.stringify(entry);
    for (const what of parsed.problems) report(item, `"${key}": ${shown} ${what}`);
    return [];
  });
}

/** Returns all groups of the map. */
export function groupsOf({ hosts, fallback }: BackendMap): readonly BackendGroup[] {
  const entries = [...hosts.values(), ...(fallback === undefined ? [] : [fallback])];
  return entries.flatMap((entry) => [...entry.paths.map(({ group }) => group), entry.fallback]);
}
