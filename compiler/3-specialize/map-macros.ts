/** Replaces each macro of effects, tests and verdicts by the result of a function. */
import { literalText } from '../2-resolve/macro-text.ts';
import type { Argument, Disruptive, Effect, Macro } from '../2-resolve/ruleset.ts';
import { compileExact } from '../regex/compile-memoized.ts';

type Change = (macro: Macro) => Macro;

/** Effects that contain macros; ctl has none. */
export type MacroEffect = Exclude<Effect, { kind: 'Control' }>;

export function mapEffect(effect: MacroEffect, change: Change): MacroEffect {
  switch (effect.kind) {
    case 'SetVariable':
    case 'SetEnv':
      return { ...effect, name: change(effect.name), value: change(effect.value) };
    case 'ExpireVariable':
      return { ...effect, name: change(effect.name), seconds: change(effect.seconds) };
    case 'DeprecateVariable':
      return { ...effect, name: change(effect.name) };
    case 'InitCollection':
      return { ...effect, key: change(effect.key) };
  }
}

export function mapArgument(argument: Argument, change: Change): Argument {
  switch (argument.kind) {
    case 'Text':
      return { kind: 'Text', text: change(argument.text) };
    case 'Expression':
      return compileKnown({ ...argument, text: change(argument.text) });
    default:
      return argument;
  }
}

type Expression = Extract<Argument, { kind: 'Expression' }>;

/** Compiles an expression whose text is constant. When it cannot be compiled, it stays unchanged. */
function compileKnown(expression: Expression): Argument {
  const source = literalText(expression.text);
  const compiled = source === undefined ? undefined : compileExact(source);
  if (source === undefined || compiled === undefined || compiled.kind === 'Error') {
    return expression;
  }
  const { regex, code } = compiled;
  if (code === undefined) return expression;
  const backtracking =
    compiled.kind === 'Linear' ? undefined : { limit: expression.limit, filter: compiled.filter };
  return { kind: 'Regex', source, regex, code, backtracking };
}

export function mapDisruptive(disruptive: Disruptive, change: Change): Disruptive {
  if (disruptive.kind !== 'redirect') return disruptive;
  return { ...disruptive, location: change(disruptive.location) };
}
