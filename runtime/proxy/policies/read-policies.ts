/** Parses the text of POLICIES and reports all its mistakes. */
import { canonicalHost } from '../http/canonical-host.ts';
import {
  type FileFinding,
  membersOf,
  numberOf,
  openFile,
  type Report,
  type TextEntry,
  textOf,
  textsOf,
} from '../json/finding.ts';
import type { JsonMember, JsonNode, Location } from '../json/json-text.ts';
import { type BackendMap, readBackendMap, readHostBackends } from '../settings/backend-map.ts';
import { ANY_HOST } from '../settings/network-types.ts';
import { isPathPattern } from './path-pattern.ts';
import {
  type PolicyData,
  type PolicyMatch,
  type PolicyMode,
  RESERVED_NAMES,
} from './policy-data.ts';

export type PoliciesRead = {
  readonly policies: readonly PolicyData[];
  readonly findings: readonly FileFinding[];
};

const MEMBERS = [
  'match',
  'profile',
  'mode',
  'methods',
  'rateLimit',
  'rateBurst',
  'bodyLimit',
  'exclusions',
  'bans',
  'backends',
] as const;
const MODES: readonly PolicyMode[] = ['on', 'detect', 'off'];
/** Characters that need no escapes in access log and metrics. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const METHOD = /^[A-Z][A-Z-]{0,31}$/;

/** `text`: a byte string. */
export function readPolicies(text: string): PoliciesRead {
  const { root, report, findings } = openFile(text);
  if (root === undefined) return { policies: [], findings };
  const file = membersOf(root, ['policies'], 'the file', report);
  const member = file.get('policies');
  if (member === undefined) {
    if (root.kind === 'Object') report(root, 'The file has no "policies".');
    return { policies: [], findings };
  }
  const policies = policiesOf(member.value, report);
  reportRepeated(policies, report);
  return { policies, findings };
}

function policiesOf(node: JsonNode, report: Report): readonly PolicyData[] {
  if (node.kind !== 'Object') {
    report(node, '"policies" must be an object that maps names to policies.');
    return [];
  }
  if (node.members.length === 0) report(node, '"policies" has no policy.');
  const names = new Set<string>();
  return node.members.map((member) => {
    const { name, location } = member;
    const shown = JSON.stringify(name);
    if (names.has(name)) report(location, `Policy ${shown} occurs twice.`, 'Remove one of them.');
    names.add(name);
    if (!NAME.test(name))
      report(
        location,
        `${shown} is not a valid policy name.`,
        'A name has letters, digits, ".", "_" and "-".',
      );
    if (RESERVED_NAMES.includes(name))
      report(
        location,
        `The policy name ${shown} is reserved for PROXY_WEB_HOSTS or PROXY_APIS_HOSTS.`,
        'Use another name.',
      );
    return policyOf(member, report);
  });
}

function policyOf({ name, location, value }: JsonMember, report: Report): PolicyData {
  const members = membersOf(value, MEMBERS, 'a policy', report);
  const profile = textOf(members.get('profile'), report);
  const match = members.get('match');
  if (value.kind === 'Object') {
    if (!members.has('profile'))
      report(location, `Policy "${name}" has no "profile".`, 'Add a profile such as "pl1".');
    if (match === undefined)
      report(
        location,
        `Policy "${name}" has no "match".`,
        'Add a list such as ["shop.example.org", "*.example.org/api"].',
      );
  }
  const matches = (textsOf(match, report) ?? []).flatMap((entry) => matchOf(entry, report));
  const rate = { min: 0, max: 1_000_000, whole: false };
  const burst = { min: 1, max: 1_000_000, whole: true };
  const bytes = { min: 0, max: 1e15, whole: true };
  return {
    name,
    location,
    matches,
    profile: profile?.value ?? '',
    profileLocation: locationOf(profile ?? value),
    mode: modeOf(members.get('mode'), report),
    methods: methodsOf(members.get('methods'), report),
    rateLimit: numberOf(members.get('rateLimit'), rate, report),
    rateBurst: numberOf(members.get('rateBurst'), burst, report),
    bodyLimit: numberOf(members.get('bodyLimit'), bytes, report),
    exclusions: textOf(members.get('exclusions'), report),
    bans: textsOf(members.get('bans'), report) ?? [],
    backends: backendsOf(members.get('backends'), report),
  };
}

function matchOf(entry: TextEntry, report: Report): readonly PolicyMatch[] {
  const slash = entry.value.indexOf('/');
  const written = slash === -1 ? entry.value : entry.value.slice(0, slash);
  const path = slash === -1 ? '' : entry.value.slice(slash);
  const host = hostOf(written);
  const shown = JSON.stringify(entry.value);
  const { start, end } = entry;
  if (host === undefined)
    report(
      entry,
      `${shown} does not begin with a host.`,
      'A host is a name without port, "*.example.org", or "*".',
    );
  if (path !== '' && !isPathPattern(path))
    report(
      { start, end },
      `The path of ${shown} cannot match: no request has such a path after decoding.`,
      'Write it without query, escapes, "//", ";" and dots: "/api" or "/*/admin".',
    );
  if (host === undefined) return [];
  return [{ start, end, host, path: path.replace(/\/$/, '') }];
}

function hostOf(written: string): string | undefined {
  if (written === ANY_HOST) return written;
  const wildcard = written.startsWith('*.') ? '*.' : '';
  const host = canonicalHost(written.slice(wildcard.length));
  return host === undefined || host.forwarded !== host.name ? undefined : wildcard + host.name;
}

function modeOf(member: JsonMember | undefined, report: Report): PolicyMode | undefined {
  const entry = textOf(member, report);
  const mode = MODES.find((each) => each === entry?.value);
  if (entry !== undefined && mode === undefined)
    report(
      entry,
      `${JSON.stringify(entry.value)} is not a mode.`,
      'Modes are on (rules block), detect and off.',
    );
  return mode;
}

function methodsOf(member: JsonMember | undefined, report: Report): readonly string[] | undefined {
  const entries = textsOf(member, report);
  for (const entry of entries ?? [])
    if (!METHOD.test(entry.value))
      report(
        entry,
        `${JSON.stringify(entry.value)} is not a method.`,
        'Write methods in upper case: "GET".',
      );
  return entries?.map(({ value }) => value);
}

/** Reads a map like BACKENDS, or one entry of such a map, which then serves every host of the policy. */
function backendsOf(member: JsonMember | undefined, report: Report): BackendMap | undefined {
  if (member === undefined) return undefined;
  const { name, value } = member;
  const isMap = value.kind === 'Object' && !value.members.some((each) => each.name === 'paths');
  if (isMap) return readBackendMap(value, (at, message) => report(at, `"${name}": ${message}`));
  return { hosts: new Map(), fallback: readHostBackends(name, value, report) };
}

/** Reports hosts and paths that would select two policies. */
function reportRepeated(policies: readonly PolicyData[], report: Report): void {
  const owners = new Map<string, string>();
  for (const { name, matches } of policies) {
    for (const match of matches) {
      const key = `${match.host}${match.path}`;
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, name);
      else
        report(
          locationOf(match),
          `"${key}" already selects policy "${owner}".`,
          'Remove it from one of them.',
        );
    }
  }
}

function locationOf({ start, end }: Location): Location {
  return { start, end };
}
