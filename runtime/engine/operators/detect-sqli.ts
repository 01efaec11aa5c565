/** `@detectSQLi`: SQL injection by token pattern, without an argument. */
import type { ByteString } from '../bytes/byte-string.ts';
import { sqliFingerprint } from '../libinjection/sqli.ts';

export function detectSqli(value: ByteString): boolean {
  return sqliFingerprint(value).injection;
}

/** TX.0 is the fingerprint. */
export function detectSqliCaptures(value: ByteString): readonly ByteString[] | undefined {
  const { injection, fingerprint } = sqliFingerprint(value);
  return injection ? [fingerprint] : undefined;
}
