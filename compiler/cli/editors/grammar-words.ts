/** The names of SecLang as alternatives of regular expressions, from the tables of the compiler. */
import { type Action, actions, refusedActions } from '#compiler/language/actions.ts';
import { controls, ignoredControls, refusedControls } from '#compiler/language/controls.ts';
import { directives, ruleDirectives } from '#compiler/language/directives/index.ts';
import type { ArgumentKind } from '#compiler/language/operators/index.ts';
import {
  operators,
  refusedOperators,
  skippedOperators,
} from '#compiler/language/operators/index.ts';
import { none, transformations } from '#compiler/language/transformations/index.ts';
import { refusedVariables, variables } from '#compiler/language/variables/index.ts';

/** Returns `(?i:ARGS_NAMES|ARGS)`, case-insensitive, with longer words first. */
function anyOf(words: Iterable<string>): string {
  const sorted = [...new Set(words)].toSorted(
    (left, right) => right.length - left.length || (left < right ? -1 : 1),
  );
  return `(?i:${sorted.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`;
}

const withArgument = (...kinds: readonly ArgumentKind[]): readonly string[] =>
  Array.from(operators.values()).flatMap(({ name, argument }) =>
    kinds.includes(argument) ? [name] : [],
  );

const actionsOf = (isOne: (action: Action) => boolean): readonly string[] =>
  Array.from(actions.values()).flatMap((action) => (isOne(action) ? [action.name] : []));

/** Unsupported names are also part of the language. */
export const words = {
  directives: anyOf([
    ...ruleDirectives.keys(),
    ...Array.from(directives.values(), ({ name }) => name),
  ]),
  variables: anyOf([...variables.keys(), ...refusedVariables.keys()]),
  regexOperators: anyOf(withArgument('regex', 'check', 'nationalId')),
  operators: anyOf([
    ...Array.from(operators.values(), ({ name }) => name),
    ...refusedOperators.keys(),
    ...skippedOperators.keys(),
  ]),
  transformations: anyOf([none.name, ...transformations.keys()]),
  verdicts: anyOf(actionsOf(({ group }) => group === 'disruptive' || group === 'flow')),
  actions: anyOf([...actionsOf(() => true), ...refusedActions.keys()]),
  controls: anyOf([...controls.keys(), ...ignoredControls.keys(), ...refusedControls.keys()]),
} as const;
