/** Decides which fingerprints of the table are exempt (docs/spec/libinjection.md#verdict). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { fingerprints } from './fingerprints.ts';
import type { Token } from './token.ts';

/** The result of a pass; `tokens` are the folded ones, `tokenCount` counts all tokens that were read. */
export type PassResult = {
  readonly input: ByteString;
  readonly fingerprint: string;
  readonly tokens: readonly Token[];
  readonly tokenCount: number;
};

/** Three values and nothing else: everyday text such as `R&D`. */
const plainTriples: ReadonlySet<string> = new Set(['s&n', 'n&1', '1&1', '1&v', '1&s']);

/** Returns whether the fingerprint is in the table and no exemption applies. */
export function isInjection(result: PassResult): boolean {
  const { fingerprint, input } = result;
  // The only fingerprint of one token in the table is that of the evil token, which no pass produces.
  if (fingerprint.length < 2 || !fingerprints.has(fingerprint.toUpperCase())) return false;
  // Auditing of SQL Server skips statements with this word, so attackers append it as a comment.
  if (fingerprint.length > 1 && fingerprint.endsWith('c') && input.includes('sp_password')) {
    return true;
  }
  const [first, second, third] = result.tokens;
  if (first === undefined || second === undefined) return true;
  if (third === undefined) return isTwoTokenInjection(result, first, second);
  return fingerprint.length > 3 || isThreeTokenInjection(result, first, second, third);
}

function isTwoTokenInjection(result: PassResult, first: Token, second: Token): boolean {
  const { fingerprint, tokenCount } = result;
  if (second.type === 'U') return tokenCount !== 2;
  if (second.value.startsWith('#')) return false;
  if (second.value.startsWith('/')) return true;
  if (fingerprint === 'nc') return false;
  if (fingerprint === '1c') return tokenCount > 2 || endsNumber(result.input, first.value.length);
  return !second.value.startsWith('-') || second.value.length <= 2;
}

/** Distinguishes `1234--` from `1234-ABCD--` by the bytes after the length of the number. */
function endsNumber(input: ByteString, at: number): boolean {
  const next = input.charAt(at);
  return next <= ' ' || next >= '\x80' || input.startsWith('/*', at) || input.startsWith('--', at);
}

function isThreeTokenInjection(
  result: PassResult,
  first: Token,
  second: Token,
  third: Token,
): boolean {
  const { fingerprint, tokenCount } = result;
  if (fingerprint === 'sos' || fingerprint === 's&s') {
    const isBrokenOut = first.open === undefined && third.close === undefined;
    return isBrokenOut && first.close === third.open;
  }
  if (plainTriples.has(fingerprint)) return tokenCount !== 3;
  return second.type !== 'k' || isInto(second);
}

/** Returns whether the token is `into outfile` or `into dumpfile`; a bare `into` is everyday text. */
function isInto(token: Token): boolean {
  return token.value.length > 4 && token.value.startsWith('into');
}
