/** Takes secrets out of what logs show of a transaction: one function for each part they occur in. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { Header, MatchDatum, RuleMatch } from '../host/compiled-waf.ts';
import { showParts } from './multipart-text.ts';
import { MASK, redactJson, redactPairs, redactUri, redactXml } from './redact-text.ts';
import { isSecretHeader, isSecretName, isSecretVariable } from './secret-names.ts';

/** `off` is AUDIT_REDACT=off. */
export type Redaction = 'secrets' | 'off';

/** A request target, or another URI; arguments of its query, parameters of its path and a password in it are masked. */
export function redactTarget(target: ByteString, redact: Redaction): ByteString {
  return redact === 'off' ? target : redactUri(target);
}

const URI_HEADERS: ReadonlySet<string> = new Set(['referer', 'location', 'content-location']);

/** A header's value: masked whole when the header is secret, else only the secret arguments in it (Referer). */
export function redactHeader([name, value]: Header, redact: Redaction): ByteString {
  if (redact === 'off') return value;
  if (isSecretHeader(name)) return MASK;
  return URI_HEADERS.has(lowerAscii(name)) ? redactUri(value) : redactPairs(value);
}

/** A body. What it is shows in its first byte, because Content-Type may lie; multipart has no such byte. */
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
 * What a rule logs of its match. Each value's text quotes that value; only a chain's one text may
 * quote any of its values, so there one secret without a text of its own masks them all. To mask
 * more would let an attacker hide an attack after `&password=`.
 */
export function redactMatch({ data }: RuleMatch, redact: Redaction): readonly MatchDatum[] {
  if (redact === 'off') return data;
  const secrets = new Set(data.filter(isSecret));
  if (secrets.size === 0) return data;
  const isQuotedElsewhere = data.some((datum) => secrets.has(datum) && hasNoText(datum));
  return data.map((datum) => (isQuotedElsewhere || secrets.has(datum) ? masked(datum) : datum));
}

/** A variable's value by itself: masked whole when it is a secret or holds one. */
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
    data: datum.data === '' ? '' : `${MASK} found within ${nameOf(datum)}`,
  };
}

/** Also text that only holds a secret: REQUEST_BODY, QUERY_STRING, an argument with an address in it. */
function isSecret(datum: MatchDatum): boolean {
  if (isSecretVariable(datum)) return true;
  const { variable, value } = datum;
  // The name test is one linear scan; it spares the token scans for nearly every value.
  if (!isSecretName(value) && !/%|\\u00/.test(value)) return false;
  if (redactPairs(value) !== value || redactJson(value) !== value) return true;
  // Elsewhere a tag is an attack, which must not hide after an attribute's name.
  return variable.endsWith('_BODY') && redactXml(value) !== value;
}

function withoutValue(message: ByteString, value: ByteString): ByteString {
  return value === '' ? message : message.replaceAll(value, MASK);
}

function nameOf(datum: MatchDatum): ByteString {
  return datum.key === '' ? datum.variable : `${datum.variable}:${datum.key}`;
}
