/** Recognises most harmless values by their beginning, because few values are an injection. */
import type { ByteString } from '../../bytes/byte-string.ts';
import { isCalledName } from './fold-pair.ts';
import { beginsPhrase } from './keywords.ts';
import type { Token } from './token.ts';

/** Types of two tokens with which no fingerprint begins. */
export const harmlessBeginnings: readonly string[] = ['nn', 'n(', 'n:', '11'];

/**
 * Returns whether folding leaves the types of the first two tokens as they are, whatever follows, and no fingerprint
 * begins with them. `first` and `second`: the first two tokens, after the rules for them were applied.
 */
export function beginsHarmlessly(first: Token, second: Token): boolean {
  if (!harmlessBeginnings.includes(first.type + second.type)) return false;
  if (isCalledName(first.value)) return false;
  return second.type !== 'n' || !(beginsPhrase(second.value) || isCalledName(second.value));
}

/** Returns whether some token may be evil: only in a comment, or after a brace. */
export function mayHoldEvil(input: ByteString): boolean {
  return input.includes('/*') || input.includes('{');
}
