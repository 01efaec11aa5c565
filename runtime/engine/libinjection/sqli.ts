/** Decides whether an input contains SQL injection, as libinjection 4 does (docs/spec/libinjection.md#sql-injection). */
import type { ByteString } from '../bytes/byte-string.ts';
import type { SharedPrefix } from './shared-prefix.ts';
import { fold, typesOf } from './sql/fold.ts';
import type { FoldPass } from './sql/fold-state.ts';
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

type SqlPrefix = SharedPrefix<FoldPass>;

/** Runs one pass from the cursor on. */
function examine(cursor: Cursor, prefix: SqlPrefix | undefined): SqliVerdict {
  const tokens = fold(cursor, prefix);
  const fingerprint = typesOf(tokens);
  if (fingerprint.includes('X')) return evil;
  const { input, tokenCount } = cursor;
  return isInjection({ input, fingerprint, tokens, tokenCount })
    ? { injection: true, fingerprint }
    : noInjection;
}

/** Runs a pass as standard SQL, then as MySQL if the input contains something that MySQL reads differently. */
function examineDialects(
  value: ByteString,
  quote: "'" | undefined,
  prefix: SqlPrefix | undefined,
): SqliVerdict {
  const cursor = newCursor(value, 'ansi', quote);
  const verdict = examine(cursor, prefix);
  return verdict.injection || !cursor.sawDialectMark
    ? verdict
    : examine(newCursor(value, 'mysql', quote), prefix);
}

/**
 * Reads the bytes as SQL on their own and as the continuation of a quoted string (docs/spec/libinjection.md#passes).
 * Linear in the length of `value`. `prefix`: of what the value begins with and `mayContinue` its rest.
 */
export function sqliFingerprint(value: ByteString, prefix?: SqlPrefix): SqliVerdict {
  if (isPlainText(value)) return noInjection;
  const plain = examineDialects(value, undefined, prefix);
  if (plain.injection) return plain;
  const singleQuoted = value.includes("'") ? examineDialects(value, "'", prefix) : noInjection;
  if (singleQuoted.injection) return singleQuoted;
  return value.includes('"') ? examine(newCursor(value, 'mysql', '"'), prefix) : noInjection;
}
