import type { ByteString } from '../bytes/byte-string.ts';

/**
 * Every operator is `name(value, argument)`: the transformed value and the argument in the form its
 * row of the compiler's table prepares (text, number, phrase automaton, address set, ...).
 * Operators never throw and have no state.
 */
export type Operator<Argument> = (value: ByteString, argument: Argument) => boolean;

/**
 * What a capturing operator stores for a rule with the action `capture`: TX.0, TX.1, ... in order, or
 * undefined when it does not match. A group that took no part is "".
 */
export type Capture<Argument> = (
  value: ByteString,
  argument: Argument,
) => readonly ByteString[] | undefined;
