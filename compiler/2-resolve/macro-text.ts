/** Macros as texts, when they are compared or known. */
import type { Argument, Macro, MacroText } from './ruleset.ts';

/** The macro in the argument of an operator; [] when it can have none. */
export function argumentMacro(argument: Argument | undefined): Macro {
  return argument?.kind === 'Text' || argument?.kind === 'Expression' ? argument.text : [];
}

/** A macro without variables, as text; undefined when it has some. */
export function literalText(macro: readonly MacroText[]): string | undefined {
  let text = '';
  for (const part of macro) {
    if (part.kind === 'Variable') return undefined;
    text += part.text;
  }
  return text;
}

/** The macro as it was written, but for the names of variables, which are in upper case. */
export function macroSource(macro: readonly MacroText[]): string {
  return macro.map(partSource).join('');
}

function partSource(part: MacroText): string {
  if (part.kind === 'Literal') return part.text;
  return `%{${part.variable.name}${part.key === undefined ? '' : `.${part.key}`}}`;
}
