/** Recognises most harmless values by their beginning, because few values are an injection. */
import type { ByteString } from '../../bytes/byte-string.ts';
import { isCalledName } from './fold-pair.ts';
import { beginsPhrase, mayBeKeyword } from './keywords.ts';
import { wordStops } from './sql-bytes.ts';
import type { Token } from './token.ts';
import { beginsWord } from './tokenizer.ts';

const [DOT, BACK_TICK] = ['.'.charCodeAt(0), '`'.charCodeAt(0)];

/** Returns true only if the value is one token that is a word, which no fingerprint consists of. */
export function isOneWord(value: ByteString): boolean {
  if (value === '' || !beginsWord(value.charCodeAt(0))) return false;
  for (let at = 0; at < value.length; at += 1) {
    const byte = value.charCodeAt(at);
    if (wordStops[byte] === 1) return false;
    // A keyword before these bytes is a token of its own.
    if ((byte === DOT || byte === BACK_TICK) && at > 0 && mayBeKeyword(value, at)) return false;
  }
  return true;
}

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
