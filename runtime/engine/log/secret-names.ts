/**
 * Names of arguments, headers and variables that hold secrets, which no log may show: passwords, keys, tokens,
 * session ids, one-time codes and payment cards. Based on OWASP's Logging Cheat Sheet ("Data to exclude") and the
 * defaults of well-known log scrubbers.
 */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { MatchDatum } from '../host/compiled-waf.ts';

/** Secret in any part of a name, in any case; regular expressions. */
const PARTS: readonly string[] = [
  'passw',
  'passphrase',
  'passcode',
  'pwd',
  'pass\\d*(?![a-z])',
  'secret',
  'credential',
  'token',
  // `session.referer_check` is a setting of PHP, and `session.user` is no secret; `session.id` is one.
  'session(?!\\.(?!s?id|key)[a-z])',
  'sessid',
  'csrf',
  'xsrf',
  'jwt',
  'bearer',
  'authorization',
  'authentication',
  'signature',
  'saml(?:request|response)',
  '(?:access|account|api|app|auth|client|consumer|crypto|encryption|functions|licen[cs]e|master|private|service|shared|signing|ssh|storage|subscription)[-_.]?key',
  '(?:auth|backup|recovery|security|verification)[-_.]?code',
  '(?:card|cc|credit|account)[-_.]?(?:card|num)',
];

/** Secret as a separate word: `passenger`, `shipping`, `inside` and `author` are not. */
const WORDS: readonly string[] = [
  ...['pass', 'pw', 'psw', 'cred', 'creds', 'salt'],
  ...['pin', 'puk', 'otp', 'totp', 'hotp', 'mfa', '2fa', 'tfa'],
  ...['sid', 'sess', 'cfid', 'auth', 'oauth', 'aspxauth', 'sso', 'dpop', 'assertion', 'sig'],
  ...['cvv', 'cvc', 'csc', 'ssn', 'iban'],
];

const ANY_WORD = WORDS.join('|');
/** The spellings of a word within a name: `userSid`, `userSID`. */
const ANY_INNER_WORD = WORDS.flatMap((word) => [
  word.slice(0, 1).toUpperCase() + word.slice(1),
  word.toUpperCase(),
]).join('|');

const IN_ANY_CASE = new RegExp(
  `${PARTS.join('|')}|(?:^|[^a-z])(?:${ANY_WORD})\\d*(?:[^a-z]|$)`,
  'i',
);
const IN_CAMEL_CASE = new RegExp(
  `(?:^|[^A-Za-z])(?:${ANY_WORD})\\d*(?=[A-Z])|[a-z\\d](?:${ANY_INNER_WORD})\\d*(?![a-z])`,
);

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'cookie2',
  'set-cookie',
  'set-cookie2',
]);

/** Common headers whose names, in any case, are not those of secrets: a fast path. */
export const ORDINARY_HEADERS: ReadonlySet<string> = new Set([
  ...['accept', 'accept-encoding', 'accept-language', 'cache-control', 'connection'],
  ...['content-encoding', 'content-length', 'content-type', 'date', 'dnt', 'etag', 'expect'],
  ...['host', 'if-modified-since', 'if-none-match', 'last-modified', 'origin', 'pragma'],
  ...['range', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user', 'server'],
  ...['priority', 'sec-gpc', 'te', 'transfer-encoding', 'upgrade-insecure-requests', 'user-agent'],
  ...['vary', 'via'],
  ...['x-content-type-options', 'x-forwarded-for', 'x-request-id', 'x-requested-with'],
]);

const ARGUMENT_VARIABLES: ReadonlySet<string> = new Set([
  'ARGS',
  'ARGS_GET',
  'ARGS_POST',
  'ARGS_PATH',
  'RESPONSE_ARGS',
]);
const HEADER_VARIABLES: ReadonlySet<string> = new Set(['REQUEST_HEADERS', 'RESPONSE_HEADERS']);

/**
 * Returns true for a secret's name in any case, also as part of a longer name (`json.user.password`, `userSid`), and
 * for every text that contains such a name delimited by bytes other than letters.
 */
export function isSecretName(name: ByteString): boolean {
  return IN_ANY_CASE.test(name) || IN_CAMEL_CASE.test(name);
}

export function isSecretHeader(name: ByteString): boolean {
  return SECRET_HEADERS.has(lowerAscii(name)) || isSecretName(name);
}

/**
 * Returns true when the matched variable itself is a secret: `ARGS:password`, any cookie,
 * `REQUEST_HEADERS:Authorization`.
 */
export function isSecretVariable({ variable, key }: Pick<MatchDatum, 'variable' | 'key'>): boolean {
  if (variable === 'REQUEST_COOKIES') return true;
  if (HEADER_VARIABLES.has(variable)) return isSecretHeader(key);
  return ARGUMENT_VARIABLES.has(variable) && isSecretName(key);
}
