/** Selects the policy for a host and a path (docs/policies.md#which-policy-counts). */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { ANY_HOST } from '../settings/network-types.ts';
import { type PathPattern, pathPattern } from './path-pattern.ts';
import { pathReadings } from './path-readings.ts';

export type PolicyRoute<Policy> = {
  /** A canonical name, `*.example.org`, or `*`. */
  readonly host: string;
  /** A path pattern; "" matches every path. */
  readonly path: string;
  readonly policy: Policy;
};

export type PolicyChoice<Policy> =
  | { readonly kind: 'Chosen'; readonly policy: Policy }
  /** Servers could interpret the path differently, and the readings select different policies. */
  | { readonly kind: 'Ambiguous' }
  | { readonly kind: 'None' };

/** `host`: a canonical name. `target`: in origin form, as it is forwarded. */
export type ChoosePolicy<Policy> = (host: string, target: ByteString) => PolicyChoice<Policy>;

type Route<Policy> = {
  readonly policy: Policy;
  readonly pattern: PathPattern;
  /** The pattern in lower case, for servers that do not distinguish `/API` from `/api`. */
  readonly folded: PathPattern;
};

type Routes<Policy> = readonly Route<Policy>[];

const NONE = { kind: 'None' } as const;
const AMBIGUOUS = { kind: 'Ambiguous' } as const;

export function createPolicyMap<Policy>(
  routes: readonly PolicyRoute<Policy>[],
): ChoosePolicy<Policy> {
  const hosts = new Map<string, Route<Policy>[]>();
  for (const { host, path, policy } of routes) {
    const known = hosts.get(host) ?? [];
    known.push({ policy, pattern: pathPattern(path), folded: pathPattern(path.toLowerCase()) });
    hosts.set(host, known);
  }
  for (const known of hosts.values())
    known.sort((left, right) => right.pattern.weight - left.pattern.weight);
  return (host, target) => {
    const candidates = routesOf(hosts, host);
    const [first] = candidates;
    if (first === undefined) return NONE;
    return first.pattern.text === ''
      ? { kind: 'Chosen', policy: first.policy }
      : chooseByPath(candidates, target);
  };
}

/**
 * Returns the routes of the host itself, then those of wildcards, longest first, then those of all hosts. The first
 * match applies.
 */
function routesOf<Policy>(
  hosts: ReadonlyMap<string, Routes<Policy>>,
  host: string,
): Routes<Policy> {
  const found: Route<Policy>[] = [...(hosts.get(host) ?? [])];
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const wildcard = hosts.get(`*${host.slice(dot)}`);
    if (wildcard !== undefined) found.push(...wildcard);
  }
  found.push(...(hosts.get(ANY_HOST) ?? []));
  return found;
}

/** Selects a policy by path. All readings of the path must select the same one. */
function chooseByPath<Policy>(routes: Routes<Policy>, target: ByteString): PolicyChoice<Policy> {
  const readings = pathReadings(target);
  if (readings === undefined) return AMBIGUOUS;
  const [raw = ''] = readings;
  const chosen = routes.find(({ pattern }) => pattern.matches(raw));
  for (const reading of readings) {
    const exact = routes.find(({ pattern }) => pattern.matches(reading));
    if (exact?.policy !== chosen?.policy) return AMBIGUOUS;
    const lower = reading.toLowerCase();
    const folded = routes.find((route) => route.folded.matches(lower));
    // When a pattern is configured in both cases, the case of the path selects.
    const isOther = folded !== undefined && folded.folded.text !== exact?.folded.text;
    if (isOther && folded.policy !== chosen?.policy) return AMBIGUOUS;
  }
  return chosen === undefined ? NONE : { kind: 'Chosen', policy: chosen.policy };
}
