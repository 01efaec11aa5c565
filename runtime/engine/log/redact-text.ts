/** Masks the values of secret arguments in text: query strings, urlencoded bodies and JSON. */
import type { ByteString } from '../bytes/byte-string.ts';
import { isSecretName } from './secret-names.ts';

export const MASK = '[redacted]';

const ARGUMENT_NAME = /(?:^|[?;\s])([^?;=\s]+)=/g;

/** A part of every secret's name, or an encoded byte that may hide one: most text has neither. */
const MAY_NAME_SECRET = /%|pass|pwd|secret|token|credential|key|pin|otp|cvv|cvc/i;

/**
 * `text` with the value of every pair `name=value` masked whose name, once decoded, is a secret's.
 * A masked value ends at `&` only: one with raw blanks in it must not show its second word.
 */
export function redactPairs(text: ByteString): ByteString {
  if (!MAY_NAME_SECRET.test(text)) return text;
  return text.split('&').map(redactPair).join('&');
}

function redactPair(pair: ByteString): ByteString {
  for (const { 0: start, 1: name = '', index } of pair.matchAll(ARGUMENT_NAME)) {
    if (isSecretName(percentDecoded(name))) return pair.slice(0, index + start.length) + MASK;
  }
  return pair;
}

/** Every server decodes names before it uses them: `p%61ssword` is `password`. */
function percentDecoded(name: ByteString): ByteString {
  return name.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => fromHex(digits));
}

/** A string (closed or cut off), a punctuation mark, or a run of anything else that is no blank. */
const JSON_TOKEN = /"(?:[^"\\]|\\.?)*"?|[{}[\]:,]|[^\s"{}[\]:,]+/gs;

/**
 * `text` with the value of every member masked whose name is a secret's, objects and arrays whole.
 * Works on tokens and never fails, because a body that is no JSON, or is cut off, is logged too.
 */
export function redactJson(text: ByteString): ByteString {
  let shown = '';
  let end = 0;
  let depth = 0;
  let masking = false;
  let previous = '';
  for (const { 0: token, index } of text.matchAll(JSON_TOKEN)) {
    if (masking) {
      depth += nesting(token);
      if (depth > 0) continue;
      shown += `"${MASK}"`;
      end = index + token.length;
      masking = false;
    } else if (token === ':' && isSecretName(jsonUnescaped(previous))) {
      shown += text.slice(end, index + 1);
      masking = true;
      depth = 0;
    }
    previous = token;
  }
  return masking ? `${shown}"${MASK}"` : shown + text.slice(end);
}

function nesting(token: string): number {
  if (token === '{' || token === '[') return 1;
  return token === '}' || token === ']' ? -1 : 0;
}

function jsonUnescaped(name: string): string {
  return name.replace(/\\u00([0-9A-Fa-f]{2})/g, (_, digits: string) => fromHex(digits));
}

function fromHex(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}
