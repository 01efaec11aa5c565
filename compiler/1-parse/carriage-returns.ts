/** Reports carriage returns that were meant as line ends. No engine reads them so: a comment before one hides a directive. */
import type { Diagnostics } from '../diagnostics.ts';
import type { SourceFile } from '../source.ts';
import * as problem from './problems.ts';

/** A carriage return without LF, and a directive after it. */
const HIDES = /\r[ \t]*(?:Sec[A-Za-z]+|Include(?:Optional)?)[ \t]/i;

/** Reports the first one in the first line in which it hides a directive. Returns whether the file has no other line ends. */
export function reportCarriageReturn(source: SourceFile, diagnostics: Diagnostics): boolean {
  const { text } = source;
  const found = HIDES.exec(text);
  if (found === null) return false;
  const lineStart = text.lastIndexOf('\n', found.index) + 1;
  const start = text.indexOf('\r', lineStart);
  const from = text.slice(start);
  const fix = { from, to: from.replace(/\r(?!\n)/g, '\n') };
  diagnostics.report(problem.carriageReturn(fix), { source, start, end: start + 1 });
  return !text.includes('\n');
}
