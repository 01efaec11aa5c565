/** `@detectSQLi`: SQL injection, found by token patterns. It has no argument. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { FoldPass } from '../libinjection/sql/fold-state.ts';
import { type SqliVerdict, sqliFingerprint } from '../libinjection/sqli.ts';
import { type ReadPrefixes, readPrefixOf } from './read-prefix.ts';

const prefixes: ReadPrefixes<FoldPass> = new WeakMap();

export function detectSqli(value: ByteString): boolean {
  return verdictOn(value).injection;
}

/** Returns the fingerprint, which becomes TX.0; undefined: no injection. */
export function detectSqliCaptures(value: ByteString): readonly ByteString[] | undefined {
  const { injection, fingerprint } = verdictOn(value);
  return injection ? [fingerprint] : undefined;
}

function verdictOn(value: ByteString): SqliVerdict {
  return sqliFingerprint(value, readPrefixOf(prefixes, value));
}
