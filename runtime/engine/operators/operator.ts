import type { ByteString } from '../bytes/byte-string.ts';

/**
 * Every operator is `name(value, argument)`: the transformed value, and the argument as its row in the compiler's
 * table prepares it (text, number, phrase automaton, address set, ...). Operators never throw and have no state.
 */
export type Operator<Argument> = (value: ByteString, argument: Argument) => boolean;

/**
 * Returns what a capturing operator stores for a rule with the action `capture`: TX.0, TX.1, ... in order; undefined:
 * no match. A group that did not take part in the match is "".
 */
export type Capture<Argument> = (
  value: ByteString,
  argument: Argument,
) => readonly ByteString[] | undefined;
