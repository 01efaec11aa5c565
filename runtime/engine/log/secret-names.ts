/** Which arguments, headers and variables hold secrets that no log may show (spec/decisions.md, "Audit log"). */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { MatchDatum } from '../host/compiled-waf.ts';

/** `pass`, `pin` and the card codes only as words of their own: `passenger` and `shipping` are no secrets. */
const SECRET_NAME =
  /passw|passphrase|passcode|pwd|secret|token|credential|(?:api|access|private)[-_.]?key|pass\d*$|(?:^|[^a-z])(?:pass|pin|otp|cvv|cvc)\d*(?:[^a-z]|$)/i;

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
]);

const ARGUMENT_VARIABLES: ReadonlySet<string> = new Set([
  'ARGS',
  'ARGS_GET',
  'ARGS_POST',
  'ARGS_PATH',
  'RESPONSE_ARGS',
]);
const HEADER_VARIABLES: ReadonlySet<string> = new Set(['REQUEST_HEADERS', 'RESPONSE_HEADERS']);

/** True for a name like a password's, in any case, also as part of a longer one (`json.user.password`). */
export function isSecretName(name: ByteString): boolean {
  return SECRET_NAME.test(name);
}

export function isSecretHeader(name: ByteString): boolean {
  return SECRET_HEADERS.has(lowerAscii(name)) || isSecretName(name);
}

/** True when the matched variable itself is a secret: `ARGS:password`, any cookie, `REQUEST_HEADERS:Authorization`. */
export function isSecretVariable({ variable, key }: Pick<MatchDatum, 'variable' | 'key'>): boolean {
  if (variable === 'REQUEST_COOKIES') return true;
  if (HEADER_VARIABLES.has(variable)) return isSecretHeader(key);
  return ARGUMENT_VARIABLES.has(variable) && isSecretName(key);
}
