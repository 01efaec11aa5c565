/** Lines of the debug log (docs/spec/logs.md#debug-log). */
import type { ByteString } from '../bytes/byte-string.ts';
import { escapeControls, quote } from './quote.ts';

/** SecDebugLogLevel from which a line is written: 1 errors, 3 warnings, 4 to 8 debugging, 9 everything. */
export type DebugLevel = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Returns one line without its line end: `2026/01/02 03:04:05 [ERROR] message key="value"`. Times are UTC. */
export function debugLogLine(
  level: DebugLevel,
  message: ByteString,
  fields: readonly (readonly [name: string, value: ByteString])[],
  now: Date,
): ByteString {
  const [date = '', time = ''] = now.toISOString().split(/[T.]/);
  const values = fields.map(([name, value]) => ` ${name}=${quote(value)}`).join('');
  return `${date.replaceAll('-', '/')} ${time} [${levelWord(level)}] ${escapeControls(message)}${values}`;
}

/** Warnings have level 3; in Coraza they have level 2 (docs/spec/logs.md#debug-log). */
function levelWord(level: DebugLevel): string {
  if (level === 1) return 'ERROR';
  if (level <= 3) return 'WARN';
  return level === 9 ? 'TRACE' : 'DEBUG';
}
