/** `@detectSQLi`: SQL injection, found by token patterns. It has no argument. */
import type { ByteString } from '../bytes/byte-string.ts';
import { sqliFingerprint } from '../libinjection/sqli.ts';

export function detectSqli(value: ByteString): boolean {
  return sqliFingerprint(value).injection;
}

/** Returns the fingerprint, which becomes TX.0; undefined: no injection. */
export function detectSqliCaptures(value: ByteString): readonly ByteString[] | undefined {
  const { injection, fingerprint } = sqliFingerprint(value);
  return injection ? [fingerprint] : undefined;
}
