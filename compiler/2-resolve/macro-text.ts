/** Macros as text, for comparison and for macros that are constant. */
import type { Argument, EffectOfAction, Macro, MacroText } from './ruleset.ts';

/** Returns the macro in the argument of an operator; [] when the argument cannot contain one. */
export function argumentMacro(argument: Argument | undefined): Macro {
  return argument?.kind === 'Text' || argument?.kind === 'Expression' ? argument.text : [];
}

/** Returns the macros that are expanded when the effect happens. */
export function effectMacros(effect: EffectOfAction): readonly Macro[] {
  switch (effect.kind) {
    case 'SetVariable':
    case 'SetEnv':
      return [effect.name, effect.value];
    case 'ExpireVariable':
      return [effect.name, effect.seconds];
    case 'DeprecateVariable':
      return [effect.name];
    case 'InitCollection':
      return [effect.key];
    case 'Control':
      return [];
  }
}

/** Returns the text of a macro without variables; undefined when it has variables. */
export function literalText(macro: readonly MacroText[]): string | undefined {
  let text = '';
  for (const part of macro) {
    if (part.kind === 'Variable') return undefined;
    text += part.text;
  }
  return text;
}

/** Returns the macro as written, except that names of variables are in upper case. */
export function macroSource(macro: readonly MacroText[]): string {
  return macro.map(partSource).join('');
}

function partSource(part: MacroText): string {
  if (part.kind === 'Literal') return part.text;
  return `%{${part.variable.name}${part.key === undefined ? '' : `.${part.key}`}}`;
}
