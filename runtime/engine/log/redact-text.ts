/** Masks the values of secret arguments in text: targets, query strings, urlencoded bodies, JSON and XML. */
import type { ByteString } from '../bytes/byte-string.ts';
import { isSecretName } from './secret-names.ts';

export const MASK = '[redacted]';

const ARGUMENT_NAME = /(?:^|[?;\s])([^?;=\s]+)=/g;

/**
 * Masks the value of every pair `name=value` in `text` whose decoded name is that of a secret; returns the text. A
 * masked value ends only at `&`: the second word of a value with raw blanks must not show.
 */
export function redactPairs(text: ByteString): ByteString {
  if (!text.includes('=') || !mayNameSecret(text)) return text;
  return text.split('&').map(redactPair).join('&');
}

/**
 * Returns whether the text may contain a secret's name, also with encoded bytes. Most text has none. What ends a name
 * is no letter, so that the whole text is that of a secret when one of its names is.
 */
function mayNameSecret(text: ByteString): boolean {
  return isSecretName(percentDecoded(text));
}

/** Up to the last @ before the path: browsers accept one in a password. */
const USER_INFORMATION = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)[^/?#]*@/;
const PATH_PARAMETER = /;([^;=/?#]+)=([^;/?#]*)/g;

/**
 * Returns a URI or request target with secrets masked: pairs of its query as `redactPairs` does, parameters of its
 * path, and a user's name and password.
 */
export function redactUri(uri: ByteString): ByteString {
  const end = uri.indexOf('?');
  const path = end === -1 ? uri : uri.slice(0, end);
  const query = end === -1 ? '' : uri.slice(end);
  const shown = path.includes(';')
    ? path.replace(PATH_PARAMETER, (parameter, name: ByteString) =>
        isSecretName(percentDecoded(name)) ? `;${name}=${MASK}` : parameter,
      )
    : path;
  const safe = shown.includes('@') ? shown.replace(USER_INFORMATION, `$1${MASK}@`) : shown;
  return safe + redactPairs(query);
}

function redactPair(pair: ByteString): ByteString {
  for (const { 0: start, 1: name = '', index } of pair.matchAll(ARGUMENT_NAME)) {
    if (isSecretName(percentDecoded(name))) return pair.slice(0, index + start.length) + MASK;
  }
  return pair;
}

/** Returns the decoded name, since every server decodes names: `p%61ssword` is `password`. */
function percentDecoded(name: ByteString): ByteString {
  return name.includes('%') ? name.replace(/%([0-9A-Fa-f]{2})/g, decodedByte) : name;
}

/** A string (closed or cut off), a punctuation mark, or a run of other non-blank text. */
const JSON_TOKEN = /"(?:[^"\\]|\\.?)*"?|[{}[\]:,]|[^\s"{}[\]:,]+/gs;

/**
 * Masks the value of every member in `text` whose name is that of a secret, objects and arrays as a whole; returns
 * the text. Works on tokens and never fails, because a body that is cut off or no JSON is logged, too.
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
  return name.replace(/\\u00([0-9A-Fa-f]{2})/g, decodedByte);
}

/** Returns the byte that an escape with these hexadecimal digits stands for. */
function decodedByte(_escape: string, digits: string): ByteString {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

/** Attributes must begin with a blank: otherwise the expression would be tried at every position of a name. */
const OPENING_TAG = /<([^\s<>/!?]+)((?:[\s/][^<>]*)?)>/g;
const ATTRIBUTE = /(\s([^\s=<>"'/]+)\s*=\s*)("[^"]*"?|'[^']*'?)/g;

/** Masks the content of elements and attributes whose name is that of a secret; returns the text. Never fails. */
export function redactXml(text: ByteString): ByteString {
  if (!isSecretName(text)) return text;
  let shown = '';
  let end = 0;
  for (const { 0: tag, 1: name = '', 2: attributes = '', index } of text.matchAll(OPENING_TAG)) {
    if (index < end) continue;
    shown += `${text.slice(end, index)}<${name}${attributes.replace(ATTRIBUTE, redactAttribute)}>`;
    end = index + tag.length;
    if (!isSecretName(name) || attributes.endsWith('/')) continue;
    const close = text.indexOf(`</${name}`, end);
    shown += MASK;
    end = close === -1 ? text.length : close;
  }
  return shown + text.slice(end);
}

function redactAttribute(attribute: string, start: string, name: string): string {
  return isSecretName(name) ? `${start}"${MASK}"` : attribute;
}
