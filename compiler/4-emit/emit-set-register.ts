/** setvar on a TX variable that lives in a slot. */
import { literalText } from '../2-resolve/macro-text.ts';
import type { Macro } from '../2-resolve/ruleset.ts';
import type { Effect } from '../3-specialize/program.ts';
import { type Code, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { act } from './engine-names.ts';
import type { TxSlot } from './tx-register.ts';

type SetVariable = Extract<Effect, { kind: 'SetVariable' }>;

/** Undefined: the variable has no slot, or only a request names it. */
export function emitSetSlot(effect: SetVariable, shared: Shared): Code | undefined {
  const slot = shared.txSlot(effect.collection, literalText(effect.name));
  if (slot === undefined) return undefined;
  const kept = keptValue(effect.value, shared);
  const value = kept ?? shared.macro(effect.value);
  switch (effect.operation) {
    case 'unset':
      return ts`${slot.value} = undefined;`;
    case 'set':
      return kept === undefined
        ? ts`${act('setRegister')}(tx, ${slot.number}, ${value});`
        : ts`${slot.value} = ${kept};`;
    case 'add':
      return ts`${act('addToRegister')}(tx, ${slot.number}, ${value});`;
    case 'subtract':
      return ts`${act('subtractFromRegister')}(tx, ${slot.number}, ${value});`;
  }
}

/** The value as slots have it: a number, or that of another slot. */
function keptValue(macro: Macro, { txSlot }: Shared): Code | undefined {
  const text = literalText(macro);
  if (text !== undefined) return isOwnText(text) ? ts`${Number(text)}` : undefined;
  const [part, ...others] = macro;
  if (part?.kind !== 'Variable' || others.length > 0) return undefined;
  const source = txSlot(part.variable.name, part.key);
  return source && ts`${source.value} ?? ${unresolved(source)}`;
}

/** True when the text is what the number it says would be written as. */
function isOwnText(text: string): boolean {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text;
}

/** What a macro of an unset variable leaves behind. */
export function unresolved({ key }: TxSlot): string {
  return `tx.${key}`;
}
