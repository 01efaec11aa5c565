/** Decides whether an input contains SQL injection, as libinjection 4 does (docs/spec/libinjection.md#sql-injection). */
import type { ByteString } from '../bytes/byte-string.ts';
import { fold, typesOf } from './sql/fold.ts';
import { isPlainText } from './sql/plain-text.ts';
import { type Cursor, newCursor } from './sql/token.ts';
import { isInjection } from './sql/verdict.ts';

export type SqliVerdict = {
  readonly injection: boolean;
  /** One to five letters from the pass that decided; empty without injection. */
  readonly fingerprint: ByteString;
};

const noInjection: SqliVerdict = { injection: false, fingerprint: '' };
const evil: SqliVerdict = { injection: true, fingerprint: 'X' };

/** Runs one pass from the cursor on. */
function examine(cursor: Cursor): SqliVerdict {
  const tokens = fold(cursor);
  const fingerprint = typesOf(tokens);
  if (fingerprint.includes('X')) return evil;
  const { input, tokenCount } = cursor;
  return isInjection({ input, fingerprint, tokens, tokenCount })
    ? { injection: true, fingerprint }
    : noInjection;
}

/** Runs a pass as standard SQL, then as MySQL if the input contains something that MySQL reads differently. */
function examineDialects(value: ByteString, quote: "'" | undefined): SqliVerdict {
  const cursor = newCursor(value, 'ansi', quote);
  const verdict = examine(cursor);
  return verdict.injection || !cursor.sawDialectMark
    ? verdict
    : examine(newCursor(value, 'mysql', quote));
}

/**
 * Reads the bytes as SQL on their own and as the continuation of a quoted string (docs/spec/libinjection.md#passes).
 * Linear in the length of `value`.
 */
export function sqliFingerprint(value: ByteString): SqliVerdict {
  if (isPlainText(value)) return noInjection;
  const plain = examineDialects(value, undefined);
  if (plain.injection) return plain;
  const singleQuoted = value.includes("'") ? examineDialects(value, "'") : noInjection;
  if (singleQuoted.injection) return singleQuoted;
  return value.includes('"') ? examine(newCursor(value, 'mysql', '"')) : noInjection;
}
