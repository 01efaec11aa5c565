/** Explains why a rule that a test expects is not in the log: how much of its chain matched, and on which values. */
import { formatLink } from '../inspection/format-trace.ts';
import type { LinkTrace, RuleTrace, TraceReport, ValueTrace } from '../inspection/trace-report.ts';

/** Returns the lines of the explanation for the missing rule `id`. */
export function closestMiss(trace: TraceReport, id: number): readonly string[] {
  const rule = trace.flatMap(({ rules }) => rules).find((each) => each.id === id);
  if (rule === undefined) return [`rule ${id}: the profile has no such rule`];
  const index = `[${rule.file}:${rule.line}]`;
  if (rule.result === 'match') return [`rule ${id} matches and is not logged ${index}`];
  const last = rule.links.at(-1);
  const head =
    rule.why === undefined
      ? `rule ${id} does not match ${index}${withoutText(rule)}`
      : `rule ${id} did not run ${index}: ${rule.why}`;
  if (last === undefined) return [head];
  return [
    head,
    ...(rule.links.length === 1 ? [] : [`  its chain ends at rule ${rule.links.length}`]),
    ...formatLink({ ...last, values: nearestValues(last) }).map((line) => line.slice(2)),
  ];
}

function withoutText({ without }: RuleTrace): string {
  return without.length === 0 ? '' : `, a ctl has excluded ${without.join(', ')}`;
}

const SHOWN = 3;

/**
 * Returns the values that have the most trigrams in common with the argument of the operator. Among equals, those that
 * the prefilter skipped come last.
 */
function nearestValues({ argument, values }: LinkTrace): readonly ValueTrace[] {
  const wanted = trigrams(argument);
  const share = ({ after, result }: ValueTrace): number => {
    const found = [...trigrams(after)].filter((each) => wanted.has(each)).length;
    return found + (result === 'prefiltered' ? 0 : 0.5);
  };
  return values.toSorted((left, right) => share(right) - share(left)).slice(0, SHOWN);
}

function trigrams(text: string): ReadonlySet<string> {
  const lower = text.toLowerCase();
  const found = new Set<string>();
  for (let at = 0; at + 3 <= lower.length; at += 1) found.add(lower.slice(at, at + 3));
  return found;
}
