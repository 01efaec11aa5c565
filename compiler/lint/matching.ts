/** Reports rules that can never match, and rules that are unreachable. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { argumentMacro } from '../2-resolve/macro-text.ts';
import type { Link, Rule } from '../2-resolve/ruleset.ts';
import type { Rule as Lowered, Program, Step } from '../3-specialize/program.ts';
import type { LintContext } from './context.ts';
import { contradiction } from './contradiction.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';
import { type TxAccesses, txAccesses } from './tx-access.ts';

export function lintMatching({ ruleSet, plain, program, diagnostics }: LintContext): void {
  const rules = rulesOfSet(ruleSet);
  const accesses = txAccesses(ruleSet);
  const folded = new Map(program.folded.map(({ id, why }) => [id, why]));
  const skipped = unreachable(plain, program.settings.ruleEngine === 'On');
  for (const [ruleIndex, rule] of rules.entries()) {
    const by = skipped.get(ruleIndex);
    const isFolded = folded.get(rule.id) === 'never matches';
    const found = contradiction(rule);
    const reason = isFolded && found === undefined ? reasonOf(rule, accesses, folded) : undefined;
    const why = found ?? reason?.text;
    if (by !== undefined) diagnostics.report(problem.unreachableRule(by), headOf(rule));
    else if (why !== undefined)
      diagnostics.report(problem.neverMatches(why, reason?.variable), headOf(rule));
  }
}

function headOf({ links }: Rule): Link['span'] {
  const [{ written }] = links;
  return written.kind === 'SecRule' ? written.operator.span : written.span;
}

/**
 * Explains a rule that folding has removed. A setting with a constant value is not a mistake; settings are the
 * variables that some rule counts (&TX:name). Variables that are never set have their own finding. When a rule that
 * sets one has been removed too, the cause is there: a mistake, or a setting such as SecResponseBodyAccess.
 */
function reasonOf(
  rule: Rule,
  { counted, sets }: TxAccesses,
  folded: ReadonlyMap<number, string>,
): { readonly text: string; readonly variable: string } | undefined {
  const names = rule.links.flatMap(txNames);
  const [first] = names;
  if (first === undefined) return undefined;
  const isMistake = names.every((name) => {
    const setters = sets.filter((set) => set.name === name);
    const isWhole = setters.every((set) => !folded.has(set.rule.id));
    return !counted.has(name) && setters.length > 0 && isWhole;
  });
  const shown = names.map((name) => `tx.${name}`).join(', ');
  const text = `no possible value of ${shown} passes its test`;
  return isMistake ? { text, variable: `tx.${first}` } : undefined;
}

/** Returns all TX variables that the link depends on. */
function txNames({ test }: Link): readonly string[] {
  if (test === undefined) return [];
  const targets = test.targets.flatMap(({ variable, selector }) =>
    variable.name === 'TX' && selector.kind === 'Key' ? [selector.key] : [],
  );
  const read = argumentMacro(test.argument).flatMap((part) =>
    part.kind === 'Variable' && part.variable.name === 'TX' ? [part.key ?? ''] : [],
  );
  return [...targets, ...read].map(lowerAscii);
}

/** Maps the index of each rule that a SecAction always skips to the id of that SecAction. */
function unreachable(plain: Program, isOn: boolean): ReadonlyMap<number, number> {
  return new Map(plain.phases.flatMap(({ steps }) => [...unreachableIn(steps, isOn)]));
}

function unreachableIn(steps: readonly Step[], isOn: boolean): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const landings = new Set<string>();
  let by: number | undefined;
  for (const step of steps) {
    if (step.kind === 'Marker') by = landings.has(step.label) ? undefined : by;
    else if (by !== undefined) found.set(step.ruleIndex, by);
    else {
      if (step.skipTo !== undefined) landings.add(step.skipTo);
      by = alwaysLeaves(step, isOn) ? step.info.id : undefined;
    }
  }
  return found;
}

function alwaysLeaves({ links, skipTo, disruptive }: Lowered, isOn: boolean): boolean {
  if (links.some((link) => link.test !== undefined)) return false;
  const ends = isOn && disruptive !== undefined && disruptive.kind !== 'pass';
  return skipTo !== undefined || ends;
}
