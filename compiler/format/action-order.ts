/** The order of actions in the OWASP CRS, as far as it does not change what a rule does. */
import type { Action } from '../1-parse/ast.ts';
import { actions as rows } from '../language/actions.ts';

/**
 * Groups of names in order. Actions of one group keep their order: of two verdicts, of two skips, or of log and nolog, the
 * last one counts. Names that are missing here belong to the group of setvar.
 */
const GROUPS: readonly (readonly string[])[] = [
  ['id'],
  ['phase'],
  ['allow', 'block', 'deny', 'drop', 'pass', 'proxy', 'redirect'],
  ['status'],
  ['capture'],
  ['xmlns', 't'],
  ['log', 'nolog', 'auditlog', 'noauditlog'],
  ['msg'],
  ['logdata'],
  ['tag'],
  ['ctl'],
  ['rev'],
  ['ver'],
  ['maturity'],
  ['accuracy'],
  ['severity'],
  ['multimatch'],
  ['initcol'],
  ['setenv'],
  ['setvar'],
  ['expirevar'],
  ['chain'],
  ['skip', 'skipafter'],
];

const RANKS: ReadonlyMap<string, number> = new Map(
  GROUPS.flatMap((names, rank) => names.map((name) => [name, rank] as const)),
);
const EFFECTS = RANKS.get('setvar') ?? 0;

/**
 * Sorts actions. Effects run one after another, so when sorting would swap some of them, all effects stay together as
 * written.
 */
export function inOrder(actions: readonly Action[]): readonly Action[] {
  const sorted = sortBy(actions, rankOf);
  const written = effectsOf(actions);
  return effectsOf(sorted).every((effect, index) => effect === written[index])
    ? sorted
    : sortBy(actions, (action) => (isEffect(action) ? EFFECTS : rankOf(action)));
}

/** Returns the actions that run at a match, in order. */
export function effectsOf(actions: readonly Action[]): readonly Action[] {
  return actions.filter(isEffect);
}

function isEffect({ name }: Action): boolean {
  return rows.get(name.text.toLowerCase())?.group === 'effect';
}

/** Returns the position of an action's group. */
export function rankOf({ name }: Action): number {
  return RANKS.get(name.text.toLowerCase()) ?? EFFECTS;
}

function sortBy(actions: readonly Action[], rank: (action: Action) => number): readonly Action[] {
  return actions.toSorted((left, right) => rank(left) - rank(right));
}
