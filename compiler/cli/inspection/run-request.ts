/** Runs one request through a compiled profile and returns verdict, scores and matches as plain data. */
import { transform } from '#compiler/3-specialize/transform.ts';
import { entryName } from '#engine/collections/entry.ts';
import type { MatchDatum, Settings } from '#engine/host/compiled-waf.ts';
import { type HostServices, noServices } from '#engine/host/host-services.ts';
import { sqliFingerprint } from '#engine/libinjection/sqli.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { find, loadMatcher } from '#engine/regex/matcher.ts';
import type { RunRequest } from '../requests/request.ts';
import type { LoadedProfile } from './cached-waf.ts';
import type { LinkCard, RuleCard } from './rule-card.ts';
import { type RunSetup, runPhases } from './run-phases.ts';
import { type TraceReport, traceReport } from './trace-report.ts';

/** Services of a host that reads traces. */
export const traceServices: HostServices = { ...noServices, traceAll: true };

export type RunReport = {
  readonly verdict: 'passed' | 'blocked' | 'detected';
  readonly status: number | undefined;
  /** 0: the engine or the proxy itself, at a limit. */
  readonly ruleId: number | undefined;
  /** Anomaly scores; "" when the rules have none. */
  readonly inboundScore: string;
  readonly outboundScore: string;
  readonly matches: readonly MatchReport[];
  /** What happened to every rule; undefined when the module is not traced. */
  readonly trace: TraceReport | undefined;
};

export type MatchReport = {
  readonly id: number;
  readonly phase: number;
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly values: readonly ValueReport[];
};

export type ValueReport = {
  /** `ARGS:id`. */
  readonly target: string;
  readonly before: string;
  readonly after: string;
  readonly operator: string | undefined;
  readonly transformations: readonly string[];
  /** The part of `after` that the operator found: chars, end exclusive. */
  readonly found: readonly [start: number, end: number] | undefined;
  /** The fingerprint of @detectSQLi; undefined for other operators. */
  readonly fingerprint: string | undefined;
};

export function runRequest(
  { waf, cards, plan }: LoadedProfile,
  request: RunRequest,
  setup?: RunSetup,
): RunReport {
  const transaction = waf.open(request.head, 'run', undefined, traceServices);
  const refusal = runPhases(waf, transaction, request, setup);
  transaction.close();
  const { interruption = refusal, detected, matches } = transaction;
  const applied = interruption ?? detected;
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    verdict: verdictOf({ interruption, detected }),
    status: applied?.status,
    ruleId: applied?.ruleId,
    inboundScore: transaction.txVariable('blocking_inbound_anomaly_score'),
    outboundScore: transaction.txVariable('blocking_outbound_anomaly_score'),
    matches: matches.map(({ rule, data }) => ({
      id: rule.id,
      phase: rule.phase,
      file: rule.file,
      line: rule.line,
      message: data[0]?.message ?? '',
      values: data
        .filter(({ variable }) => variable !== NO_VARIABLE)
        .map((datum) => valueReport(datum, byId.get(rule.id), waf.settings)),
    })),
    trace: plan && traceReport(plan, transaction.trace),
  };
}

function verdictOf({
  interruption,
  detected,
}: {
  readonly interruption: object | undefined;
  readonly detected: object | undefined;
}): RunReport['verdict'] {
  if (interruption !== undefined) return 'blocked';
  return detected === undefined ? 'passed' : 'detected';
}

function valueReport(
  datum: MatchDatum,
  card: RuleCard | undefined,
  { unicodeMap }: Settings,
): ValueReport {
  const { variable, value, original = value } = datum;
  const links = card?.links.filter(({ variables }) => variables.includes(variable)) ?? [];
  const link =
    links.find(
      ({ transformations }) => transform(original, transformations, unicodeMap) === value,
    ) ?? links[0];
  const isSqli = link?.operator === '@detectSQLi';
  return {
    target: entryName(datum),
    before: original,
    after: value,
    operator: link?.operator,
    transformations: link?.transformations ?? [],
    found: link && foundIn(value, link),
    fingerprint: isSqli ? sqliFingerprint(value).fingerprint : undefined,
  };
}

const MEMORY = 4 << 20;
/** Variable of the single match of a SecAction. */
const NO_VARIABLE = 'UNKNOWN';

function foundIn(value: string, { code, phrases }: LinkCard): ValueReport['found'] {
  if (code !== undefined) return find(loadMatcher(code, createBudget(MEMORY)), value, 0);
  const lower = value.toLowerCase();
  const phrase = phrases?.find((each) => lower.includes(each.toLowerCase()));
  if (phrase === undefined) return undefined;
  const start = lower.indexOf(phrase.toLowerCase());
  return [start, start + phrase.length];
}
