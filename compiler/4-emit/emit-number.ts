/** The number that a macro stands for, as rules compare numbers. */
import { parseInteger } from '../../runtime/engine/bytes/parse-integer.ts';
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
  // An unset variable leaves its name, which as a number is 0 as well.
  const register = isAlone ? txRegister(part.variable.name, part.key) : undefined;
  return register === undefined
    ? ts`${engine('parseInteger')}(${emitMacro(macro)})`
    : ts`${engine('registerNumber')}(${register.value})`;
}
