/** The macros of effects, tests and verdicts, replaced one by one. */
import type { Argument, Disruptive, Effect, Macro } from '../2-resolve/ruleset.ts';

type Change = (macro: Macro) => Macro;

/** Effects that macros stand in; ctl has none. */
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
  return argument.kind === 'Text' ? { kind: 'Text', text: change(argument.text) } : argument;
}

export function mapDisruptive(disruptive: Disruptive, change: Change): Disruptive {
  if (disruptive.kind !== 'redirect') return disruptive;
  return { ...disruptive, location: change(disruptive.location) };
}
