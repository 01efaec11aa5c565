/** Emits setvar on a TX variable that has a register. */
import { literalText } from '../2-resolve/macro-text.ts';
import type { Macro } from '../2-resolve/ruleset.ts';
import type { Effect } from '../3-specialize/program.ts';
import { type Code, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { act } from './engine-names.ts';
import type { TxRegister } from './tx-register.ts';

type SetVariable = Extract<Effect, { kind: 'SetVariable' }>;

/** Returns the statement; undefined when the variable has no register or its name is known only at run time. */
export function emitSetRegister(effect: SetVariable, shared: Shared): Code | undefined {
  const register = shared.txRegister(effect.collection, literalText(effect.name));
  if (register === undefined) return undefined;
  const stored = storedValue(effect.value, shared);
  const value = stored ?? shared.macro(effect.value);
  switch (effect.operation) {
    case 'unset':
      return ts`${register.value} = undefined;`;
    case 'set':
      return stored === undefined
        ? ts`${act('setRegister')}(tx, ${register.number}, ${value});`
        : ts`${register.value} = ${stored};`;
    case 'add':
      return ts`${act('addToRegister')}(tx, ${register.number}, ${value});`;
    case 'subtract':
      return ts`${act('subtractFromRegister')}(tx, ${register.number}, ${value});`;
  }
}

/** Returns the value in the form that registers hold: a number, or the value of another register. */
function storedValue(macro: Macro, { txRegister }: Shared): Code | undefined {
  const text = literalText(macro);
  if (text !== undefined) return isOwnText(text) ? ts`${Number(text)}` : undefined;
  const [part, ...others] = macro;
  if (part?.kind !== 'Variable' || others.length > 0) return undefined;
  const source = txRegister(part.variable.name, part.key);
  return source && ts`${source.value} ?? ${unresolved(source)}`;
}

/** Returns whether the text is a safe integer in its canonical form. */
function isOwnText(text: string): boolean {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text;
}

/** Returns the text that the macro of an unset variable expands to. */
function unresolved({ key }: TxRegister): string {
  return `tx.${key}`;
}
