/** Evaluates macros in a TX state: their possible texts, and the macro with constant parts replaced. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Macro, MacroPart } from '../2-resolve/ruleset.ts';
import { isCaptureName } from '../language/capture-names.ts';
import { lookup, MAX_VALUES, type TxState, type Values } from './tx-state.ts';

/** Returns all possible texts of the macro, or 'any'. The set never contains undefined. */
export function macroTexts(macro: Macro, state: TxState): ReadonlySet<string> | 'any' {
  let texts = new Set(['']);
  for (const part of macro) {
    const partTexts = textsOf(part, state);
    if (partTexts === 'any') return 'any';
    const longer = new Set<string>();
    for (const text of texts) for (const next of partTexts) longer.add(text + next);
    if (longer.size > MAX_VALUES) return 'any';
    texts = longer;
  }
  return texts;
}

/** Returns the macro with every TX variable that has exactly one possible text replaced by that text. */
export function foldMacro(macro: Macro, state: TxState): Macro {
  const folded: MacroPart[] = [];
  for (const part of macro) {
    const [text, ...others] = part.kind === 'Literal' ? [part.text] : certainTexts(part, state);
    if (text === undefined || others.length > 0) {
      folded.push(part);
      continue;
    }
    const last = folded.at(-1);
    if (last?.kind === 'Literal') folded[folded.length - 1] = { ...last, text: last.text + text };
    else folded.push({ kind: 'Literal', text, span: part.span });
  }
  return folded;
}

function certainTexts(part: MacroPart, state: TxState): readonly string[] {
  const texts = textsOf(part, state);
  return texts === 'any' ? [] : [...texts];
}

function textsOf(part: MacroPart, state: TxState): ReadonlySet<string> | 'any' {
  if (part.kind === 'Literal') return new Set([part.text]);
  const { key } = part;
  if (part.variable.name !== 'TX' || key === undefined) return 'any';
  const values: Values = lookup(state, key);
  if (values === 'any') return 'any';
  return new Set([...values].map((value) => value ?? unsetText(key)));
}

/** Returns the text for an unset TX variable, as the engine's storedValue does. */
function unsetText(key: string): string {
  return isCaptureName(key) ? '' : `tx.${lowerAscii(key)}`;
}
