/** Removes secrets from logged parts of a transaction, with one function for each part. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { entryName } from '../collections/entry.ts';
import type { Header, MatchDatum, RuleMatch } from '../host/compiled-waf.ts';
import { MOST_STORED_BYTES } from '../host/message-limits.ts';
import { showParts } from './multipart-text.ts';
import { MASK, redactJson, redactPairs, redactUri, redactXml } from './redact-text.ts';
import {
  isSecretHeader,
  isSecretName,
  isSecretVariable,
  ORDINARY_HEADERS,
} from './secret-names.ts';

/** `off` when AUDIT_REDACT is false. */
export type Redaction = 'secrets' | 'off';

/**
 * Returns a request target or another URI with secrets masked: arguments of its query, parameters of its path and a
 * password.
 */
export function redactTarget(target: ByteString, redact: Redaction): ByteString {
  if (redact === 'off') return target;
  if (target !== last.target) last = { target, shown: redactUri(target) };
  return last.shown;
}

/** The last target: error log, audit log and access log show the same one after the other. */
let last: { readonly target: ByteString; readonly shown: ByteString } = { target: '', shown: '' };

const URI_HEADERS: ReadonlySet<string> = new Set(['referer', 'location', 'content-location']);

/**
 * Returns a header's value: masked as a whole when the header is secret, otherwise with its secret arguments masked
 * (Referer). `lower`: the name in lower case.
 */
export function redactHeader(
  [name, value]: Header,
  redact: Redaction,
  lower = lowerAscii(name),
): ByteString {
  if (redact === 'off') return value;
  if (URI_HEADERS.has(lower)) return redactUri(value);
  if (!ORDINARY_HEADERS.has(lower) && isSecretHeader(name)) return MASK;
  return redactPairs(value);
}

/**
 * Returns a body with secrets masked. Its first byte decides its type, because Content-Type may be wrong; multipart
 * has no such byte.
 */
export function redactBody(body: ByteString, isMultipart: boolean, redact: Redaction): ByteString {
  if (redact === 'off') return body;
  if (isMultipart) {
    return showParts(body, (part) => (isSecretName(part.name) ? MASK : part.content));
  }
  const first = /^(?:\xef\xbb\xbf)?\s*(.?)/.exec(body)?.[1] ?? '';
  if (first === '{' || first === '[') return redactJson(body);
  return first === '<' ? redactXml(body) : redactPairs(body);
}

/**
 * Returns the match data of a rule with secrets masked. The text of each value quotes that value; only the single
 * text of a chain may quote any of its values, so there one secret without a text of its own masks them all. Masking
 * more would let an attacker hide an attack after `&password=`.
 */
export function redactMatch({ data }: RuleMatch, redact: Redaction): readonly MatchDatum[] {
  if (redact === 'off') return data;
  const secrets = secretsIn(data);
  if (secrets.size === 0) return data;
  const isQuotedElsewhere = data.some((datum) => secrets.has(datum) && hasNoText(datum));
  return data.map((datum) => (isQuotedElsewhere || secrets.has(datum) ? masked(datum) : datum));
}

const NO_SECRETS: ReadonlySet<MatchDatum> = new Set();

/** The secrets of matches: error log and audit log show the same data, and the tests take longer than the lines. */
const knownSecrets = new WeakMap<readonly MatchDatum[], ReadonlySet<MatchDatum>>();

function secretsIn(data: readonly MatchDatum[]): ReadonlySet<MatchDatum> {
  const known = knownSecrets.get(data);
  if (known !== undefined) return known;
  const found = data.filter(isSecret);
  const secrets = found.length === 0 ? NO_SECRETS : new Set(found);
  knownSecrets.set(data, secrets);
  return secrets;
}

/** Returns the value of one variable: masked as a whole when it is or contains a secret. */
export function redactValue(
  variable: string,
  key: ByteString,
  value: ByteString,
  redact: Redaction,
): ByteString {
  if (redact === 'off') return value;
  return isSecret({ variable, key, value, message: '', data: '' }) ? MASK : value;
}

function hasNoText({ message, data }: MatchDatum): boolean {
  return message === '' && data === '';
}

function masked(datum: MatchDatum): MatchDatum {
  return {
    ...datum,
    value: MASK,
    message: withoutValue(datum.message, datum.value),
    data: datum.data === '' ? '' : `${MASK} found within ${entryName(datum)}`,
  };
}

/** Returns whether the value is a secret, or contains one: REQUEST_BODY, QUERY_STRING, an argument with a URI in it. */
function isSecret(datum: MatchDatum): boolean {
  if (isSecretVariable(datum)) return true;
  const { variable, value, data } = datum;
  if (hasSecret(variable, value)) return true;
  // The text may quote what is no longer in the value of a large body.
  return value.length >= MOST_STORED_BYTES && hasSecret(variable, data);
}

function hasSecret(variable: string, value: ByteString): boolean {
  // The name test is one linear scan; nearly every value needs no token scan after it.
  if (!isSecretName(value) && !/%|\\u00/.test(value)) return false;
  if (redactPairs(value) !== value || redactJson(value) !== value) return true;
  // In other variables a tag is an attack, which must not hide behind the name of an attribute.
  return variable.endsWith('_BODY') && redactXml(value) !== value;
}

function withoutValue(message: ByteString, value: ByteString): ByteString {
  return value === '' ? message : message.replaceAll(value, MASK);
}
