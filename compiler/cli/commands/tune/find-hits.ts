/** Finds which rule matched what in logged requests, by running the request again or from the text of the log. */
import type { Rule, RuleSet } from '#compiler/2-resolve/ruleset.ts';
import { parseTarget } from '#engine/body/parse-target.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { type Decode, runPhases } from '../../inspection/run-phases.ts';
import { ownCopy } from '../../replay/own-copy.ts';
import type { RunRequest } from '../../requests/request.ts';
import { dataLocation } from './data-location.ts';
import type { LoggedRequest, MissingPart } from './logged-request.ts';
import { pathShape } from './shape.ts';

/**
 * A match of one rule on one target, of all requests whose paths have one shape: an exclusion concerns all of them or
 * none. Only the first request is stored, so that the memory does not depend on the length of the log.
 */
export type Hit = {
  readonly ruleId: number;
  /** Undefined when neither the log nor a second run shows what matched. */
  readonly variable: string | undefined;
  readonly key: ByteString;
  /** Of the first request. */
  readonly value: ByteString;
  readonly request: RunRequest;
  /** Decoded, as in REQUEST_FILENAME. */
  readonly paths: ReadonlySet<ByteString>;
  readonly clients: ReadonlySet<string>;
  /** The numbers of the requests in the log, each once. */
  readonly requests: readonly number[];
  /** `text` means that requests do not match again, because their body is not in the log or a secret is masked. */
  readonly from: 'replay' | 'text';
  /** The parts of the requests that the log does not contain. */
  readonly missing: readonly MissingPart[];
};

export type Match = Pick<Hit, 'ruleId' | 'key' | 'value'> & { readonly variable: string };

/** Returns whether the rule only evaluates scores. An exclusion for such a rule would disable all others. */
export function isEvaluation(ruleId: number): boolean {
  return /^9(?:49|59|80)[0-9]{3}$/.test(String(ruleId));
}

/**
 * Returns what a request matches when no rule interrupts it. Without `decode`, its body is one as rules read it: logs
 * contain bodies without their content codings.
 */
export function matchesOf(
  waf: CompiledWaf,
  request: RunRequest,
  decode?: Decode,
): readonly Match[] {
  const transaction = waf.open(request.head, 'tune', 'DetectionOnly');
  runPhases(waf, transaction, request, { decode });
  transaction.close();
  return transaction.matches.flatMap(({ rule, data }) =>
    data.map(({ variable, key, original, value }) => {
      return { ruleId: rule.id, variable, key, value: original ?? value };
    }),
  );
}

/** Returns hits in the order of the log, each target of a request once, without evaluation rules. */
export async function findHits(
  requests: AsyncIterable<LoggedRequest> | Iterable<LoggedRequest>,
  waf: CompiledWaf,
  { entries }: RuleSet,
): Promise<readonly Hit[]> {
  const rules = new Map(
    entries.flatMap((entry) => (entry.kind === 'Rule' ? [[entry.id, entry] as const] : [])),
  );
  const hits = new Map<string, MutableHit>();
  let number = 0;
  for await (const logged of requests) {
    number += 1;
    const ids = new Set(
      logged.matches.map(({ ruleId }) => ruleId).filter((id) => !isEvaluation(id)),
    );
    if (ids.size === 0) continue;
    const matches = matchesOf(waf, logged.request);
    for (const id of ids) {
      for (const sighting of sightingsOf(id, logged, matches, rules.get(id)))
        addSighting(hits, sighting, logged, number);
    }
  }
  return [...hits.values()];
}

type HitLocation = Pick<Hit, 'variable' | 'key' | 'value' | 'from'>;

/** A match of one rule on one target of one request. */
type Sighting = HitLocation & Pick<Hit, 'ruleId' | 'missing'>;

type MutableHit = Hit & {
  readonly paths: Set<ByteString>;
  readonly clients: Set<string>;
  readonly requests: number[];
};

function sightingsOf(
  ruleId: number,
  { matches: logged, missing: parts }: LoggedRequest,
  matches: readonly Match[],
  rule: Rule | undefined,
): readonly Sighting[] {
  const targets = new Set(rule?.links[0].test?.targets.map(({ variable }) => variable.name));
  const replayed = matches
    .filter((match) => match.ruleId === ruleId && targets.has(match.variable))
    .map((match): HitLocation => ({ ...match, from: 'replay' }));
  const read = logged
    .filter((match) => match.ruleId === ruleId)
    .map(({ data }) => readLocation(data, targets));
  const locations = distinct(replayed.length > 0 ? replayed : read);
  const missing: readonly MissingPart[] = (rule?.phase ?? 0) > 2 ? ['response'] : parts;
  return locations.map((location) => ({ ...location, ruleId, missing }));
}

function addSighting(
  hits: Map<string, MutableHit>,
  sighting: Sighting,
  { request, client }: LoggedRequest,
  number: number,
): void {
  const { ruleId, variable, key, value, from, missing } = sighting;
  const path = parseTarget(request.head.target).filename;
  const name = JSON.stringify([ruleId, variable, key, from, missing, pathShape(path)]);
  let hit = hits.get(name);
  if (hit === undefined) {
    const sets = { paths: new Set<string>(), clients: new Set<string>(), requests: [] };
    hit = { ruleId, variable, key, value, from, missing, request, ...sets };
    hits.set(name, hit);
  }
  if (!hit.paths.has(path)) hit.paths.add(ownCopy(path));
  hit.clients.add(client);
  hit.requests.push(number);
}

/** A variable counts only when the rule tests it. */
function readLocation(data: ByteString, targets: ReadonlySet<string>): HitLocation {
  const found = dataLocation(data);
  return found !== undefined && targets.has(found.variable)
    ? { ...found, value: data, from: 'text' }
    : { variable: undefined, key: '', value: data, from: 'text' };
}

function distinct(locations: readonly HitLocation[]): readonly HitLocation[] {
  const byName = new Map<string, HitLocation>();
  for (const location of locations) {
    const name = `${location.variable}:${location.key}`;
    if (!byName.has(name)) byName.set(name, location);
  }
  return [...byName.values()];
}
