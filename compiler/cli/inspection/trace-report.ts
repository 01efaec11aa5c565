/** Combines the events of one run with the plan of its program: what happened to every rule, in order, and why. */
import { countNoun } from '#compiler/count-noun.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { entryName } from '#engine/collections/entry.ts';
import type { TraceEvent } from '#engine/host/trace-event.ts';
import type { PhasePlan, RulePlan, StepPlan, TestPlan } from './trace-plan.ts';

export type TraceReport = readonly PhaseTrace[];

export type PhaseTrace = { readonly phase: number; readonly rules: readonly RuleTrace[] };

export type RuleTrace = {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly result: 'match' | 'no match' | 'skipped';
  /** Why the rule was skipped; undefined when it ran. */
  readonly why: string | undefined;
  /** Targets that a ctl has removed. */
  readonly without: readonly string[];
  readonly links: readonly LinkTrace[];
};

/** A link that was reached. It has no `values` when its targets were empty. */
export type LinkTrace = TestPlan & { readonly values: readonly ValueTrace[] };

export type ValueTrace = {
  /** `ARGS:id`. */
  readonly target: string;
  readonly before: ByteString;
  readonly after: ByteString;
  /** prefiltered means that the value lacks what every match contains, so it cannot match. */
  readonly result: 'match' | 'no match' | 'prefiltered';
};

export function traceReport(
  plan: readonly PhasePlan[],
  events: readonly TraceEvent[],
): TraceReport {
  const runs = runsById(events);
  return plan.map(({ phase, steps }) => ({ phase, rules: phaseRules(steps, runs) }));
}

/** The events while one rule ran. */
type RuleRun = {
  outcome: 'Removed' | 'Prefiltered' | 'Evaluated' | 'Matched';
  readonly without: readonly string[];
  readonly tests: Extract<TraceEvent, { kind: 'Tested' }>[];
};

function runsById(events: readonly TraceEvent[]): ReadonlyMap<number, RuleRun> {
  const runs = new Map<number, RuleRun>();
  let current: RuleRun | undefined;
  for (const event of events) {
    switch (event.kind) {
      case 'Tested':
        current?.tests.push(event);
        break;
      case 'Matched':
        if (current !== undefined) current.outcome = 'Matched';
        break;
      case 'Truncated':
        break;
      default: {
        const without = event.kind === 'Evaluated' ? event.without.map(exclusionText) : [];
        current = { outcome: event.kind, without, tests: [] };
        runs.set(event.rule.id, current);
      }
    }
  }
  return runs;
}

function exclusionText({
  variable,
  pick,
}: Extract<TraceEvent, { kind: 'Evaluated' }>['without'][number]): string {
  if (pick.kind === 'All') return variable;
  return pick.kind === 'Key' ? `${variable}:${pick.key}` : `${variable} by a pattern`;
}

/** A rule that matched and skips, until its marker is reached. */
type OpenSkip = { readonly by: number; readonly label: string };

function phaseRules(
  steps: readonly StepPlan[],
  runs: ReadonlyMap<number, RuleRun>,
): readonly RuleTrace[] {
  const rules: RuleTrace[] = [];
  let skip: OpenSkip | undefined;
  let last: number | undefined;
  for (const step of steps) {
    if (step.kind === 'Marker') {
      if (skip?.label === step.label) skip = undefined;
      continue;
    }
    const run = runs.get(step.id);
    if (step.kind === 'Folded') rules.push(skipped(step, `folded: ${step.why}`));
    else if (run === undefined) rules.push(skipped(step, notReached(skip, last)));
    else {
      rules.push(ruleTrace(step, run));
      last = step.id;
      if (run.outcome === 'Matched' && step.skipTo !== undefined) {
        skip = { by: step.id, label: step.skipTo };
      }
    }
  }
  return rules;
}

function notReached(skip: OpenSkip | undefined, last: number | undefined): string {
  if (skip !== undefined) return `rule ${skip.by} skips to ${skip.label}`;
  return last === undefined ? 'the phase does not run' : `the phase ends at rule ${last}`;
}

function skipped(
  { id, file, line }: Exclude<StepPlan, { kind: 'Marker' }>,
  why: string,
): RuleTrace {
  return { id, file, line, result: 'skipped', why, without: [], links: [] };
}

function ruleTrace(plan: RulePlan, { outcome, without, tests }: RuleRun): RuleTrace {
  if (outcome === 'Removed') return skipped(plan, 'a ctl has removed it');
  const { id, file, line } = plan;
  const links = plan.links.flatMap((link, index) => {
    if (link.kind === 'Always' || !isReached(index, plan, tests)) return [];
    const { kind: _, ...test } = link;
    const values = tests.filter((tested) => tested.link === index);
    return [{ ...test, values: values.map(valueTrace) }];
  });
  if (outcome === 'Prefiltered') {
    const why = `prefilter: no value contains ${sought(plan)}`;
    return { ...skipped(plan, why), links };
  }
  const result = outcome === 'Matched' ? 'match' : 'no match';
  return { id, file, line, result, why: undefined, without, links };
}

/** Returns whether the link was reached: the first one always is, each other one when the link before it has matched. */
function isReached(index: number, { links }: RulePlan, tests: RuleRun['tests']): boolean {
  if (index === 0 || links[index - 1]?.kind === 'Always') return true;
  return tests.some(({ link, result }) => link === index - 1 && result === 'match');
}

function valueTrace(test: RuleRun['tests'][number]): ValueTrace {
  const { before, after, result } = test;
  return { target: entryName(test), before, after, result };
}

const SHOWN = 5;

/** Returns what every match would contain. */
function sought({ words, needs }: RulePlan): string {
  return [...(words === undefined ? [] : [wordsText(words)]), ...needs].join(', and ');
}

function wordsText(words: readonly string[]): string {
  const more = words.length > SHOWN ? ` or ${countNoun(words.length - SHOWN, 'other')}` : '';
  return (
    words
      .slice(0, SHOWN)
      .map((text) => JSON.stringify(text))
      .join(' or ') + more
  );
}
