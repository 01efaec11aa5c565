/** Emits the number that a macro expands to, for numeric comparisons. */
import { parseInteger } from '#engine/bytes/parse-integer.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import type { Macro } from '../2-resolve/ruleset.ts';
import { type Code, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { engine } from './engine-names.ts';

export function emitNumber(macro: Macro, { macro: emitMacro, txRegister }: Shared): Code {
  const text = literalText(macro);
  if (text !== undefined) return ts`${parseInteger(text)}`;
  const [part, ...others] = macro;
  const isAlone = part?.kind === 'Variable' && others.length === 0;
  // The macro of an unset variable expands to its name, which also counts as 0.
  const register = isAlone ? txRegister(part.variable.name, part.key) : undefined;
  return register === undefined
    ? ts`${engine('parseInteger')}(${emitMacro(macro)})`
    : ts`${engine('registerNumber')}(${register.value})`;
}
