/** Recognises values of plain words, numbers and operators without reading them as tokens: most values are such. */
import type { ByteString } from '../../bytes/byte-string.ts';
import { byteSet, endBefore } from '../byte-set.ts';
import { beginsPhrase, keywordType, mayBeginPhrase, mayBeKeyword } from './keywords.ts';
import { endOfNumber } from './scan-number.ts';
import { decimalDigits, variableStops, wordStops } from './sql-bytes.ts';
import { maxValueLength } from './token.ts';
import { beginsWord } from './tokenizer.ts';

/**
 * Types of tokens in plain text without and with a variable. No fingerprint consists of them, and folding makes no other
 * types of them, because there is no parenthesis, no semicolon and no beginning of a phrase.
 */
export const plainTypes: readonly string[] = ['n1of,.:?', 'n1vf,.?'];

/** Blanks, and bytes that are a token of their own but no operator. */
const separators = byteSet('\t\n\r ,?');
/** Bytes of operators of any length; `-` and `/` may also begin a comment. */
const operators = byteSet('!%*+-/:<=>^~');
const [DASH, DOT, SLASH, STAR, AT, BACK_TICK] = [...'-./*@`'].map((char) => char.charCodeAt(0));
/** Kinds of bytes after the first one of a word: it ends before a stop; a keyword before a mark is a token of its own. */
const [STOP, MARK] = [1, 2];
const kindsInWord = wordStops.map((isStop, byte) => {
  if (isStop === 1) return STOP;
  return byte === DOT || byte === BACK_TICK ? MARK : 0;
});

/** Bytes; the first two tokens of a longer value usually decide sooner. */
const LONGEST = 256;
const NOT_PLAIN = -1;

/** Returns true only if the value is no injection because all of its tokens have plain types. */
export function isPlainText(value: ByteString): boolean {
  if (value.length > LONGEST) return false;
  let hasOperator = false;
  let hasVariable = false;
  for (let at = 0; at < value.length; ) {
    const byte = value.charCodeAt(at);
    at = endOfPlainToken(value, at, byte);
    hasOperator ||= operators[byte] === 1;
    hasVariable ||= byte === AT;
    if (at === NOT_PLAIN || (hasOperator && hasVariable)) return false;
  }
  return true;
}

/** Returns the end of the token, or of the blank, that begins with `byte` at `at`, or NOT_PLAIN. */
function endOfPlainToken(value: ByteString, at: number, byte: number): number {
  if (separators[byte] === 1) return at + 1;
  if (operators[byte] === 1) return beginsComment(value, at) ? NOT_PLAIN : at + 1;
  if (decimalDigits[byte] === 1 || byte === DOT) return endOfNumber(value, at);
  if (byte === AT) return endBefore(value, at + (value[at + 1] === '@' ? 2 : 1), variableStops);
  return beginsWord(byte) ? endOfPlainWord(value, at) : NOT_PLAIN;
}

function beginsComment(value: ByteString, at: number): boolean {
  if (at + 1 === value.length) return false;
  const [byte, next] = [value.charCodeAt(at), value.charCodeAt(at + 1)];
  return (byte === DASH && next === DASH) || (byte === SLASH && next === STAR);
}

/** Returns the end of the word, or NOT_PLAIN. */
function endOfPlainWord(value: ByteString, start: number): number {
  let end = start + 1;
  for (; end < value.length; end += 1) {
    const byte = value.charCodeAt(end);
    const kind = kindsInWord[byte];
    if (kind === STOP) break;
    if (kind === MARK && (byte === BACK_TICK || hasMeaning(value, start, end))) return NOT_PLAIN;
  }
  if (!hasMeaning(value, start, end)) return end;
  const word = value.slice(start, end).toLowerCase();
  return keywordType(word) === 'f' && !beginsPhrase(word) ? end : NOT_PLAIN;
}

/** Returns whether the bytes are a keyword or begin a phrase. */
function hasMeaning(value: ByteString, start: number, end: number): boolean {
  if (end - start > maxValueLength) return false;
  if (!mayBeKeyword(value, start, end) && !mayBeginPhrase(value, start, end)) return false;
  const word = value.slice(start, end).toLowerCase();
  return keywordType(word) !== undefined || beginsPhrase(word);
}
