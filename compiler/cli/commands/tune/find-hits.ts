/** Finds which rule matched what in logged requests, by running the request again or from the text of the log. */

import type { Rule, RuleSet } from '#compiler/2-resolve/ruleset.ts';
import { parseTarget } from '#engine/body/parse-target.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { type Decode, runPhases } from '../../inspection/run-phases.ts';
import { progress } from '../../output/progress.ts';
import type { RunRequest } from '../../requests/request.ts';
import { dataLocation } from './data-location.ts';
import type { LoggedRequest, MissingPart } from './read-audit-log.ts';

/** A match of one rule on one target of one request. */
export type Hit = {
  readonly ruleId: number;
  /** Undefined when neither the log nor a second run shows what matched. */
  readonly variable: string | undefined;
  readonly key: ByteString;
  readonly value: ByteString;
  /** Decoded, as in REQUEST_FILENAME. */
  readonly path: ByteString;
  readonly client: string;
  /** The request in the log. */
  readonly request: RunRequest;
  /** `text` means that the request does not match again, because its body is not in the log or a secret is masked. */
  readonly from: 'replay' | 'text';
  /** The parts of the request that the log does not contain. */
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
export function findHits(
  requests: readonly LoggedRequest[],
  waf: CompiledWaf,
  { entries }: RuleSet,
): readonly Hit[] {
  const rules = new Map(
    entries.flatMap((entry) => (entry.kind === 'Rule' ? [[entry.id, entry] as const] : [])),
  );
  return requests.flatMap((logged, index) => {
    progress.show('running logged requests', index + 1, requests.length);
    const matches = matchesOf(waf, logged.request);
    const ids = new Set(logged.matches.map(({ ruleId }) => ruleId));
    return [...ids]
      .filter((id) => !isEvaluation(id))
      .flatMap((id) => hitsOf(id, logged, matches, rules.get(id)));
  });
}

type HitLocation = Pick<Hit, 'variable' | 'key' | 'value' | 'from'>;

function hitsOf(
  ruleId: number,
  { client, request, matches: logged, missing: parts }: LoggedRequest,
  matches: readonly Match[],
  rule: Rule | undefined,
): readonly Hit[] {
  const path = parseTarget(request.head.target).filename;
  const targets = new Set(rule?.links[0].test?.targets.map(({ variable }) => variable.name));
  const replayed = matches
    .filter((match) => match.ruleId === ruleId && targets.has(match.variable))
    .map((match): HitLocation => ({ ...match, from: 'replay' }));
  const read = logged
    .filter((match) => match.ruleId === ruleId)
    .map(({ data }) => readLocation(data, targets));
  const locations = distinct(replayed.length > 0 ? replayed : read);
  const missing: readonly MissingPart[] = (rule?.phase ?? 0) > 2 ? ['response'] : parts;
  return locations.map((location) => ({ ...location, ruleId, path, client, request, missing }));
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
