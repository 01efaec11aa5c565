/** `check --fix`: writes the fixes of findings to the files and reports them. */
import { countNoun } from '#compiler/count-noun.ts';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import { positionOf, shownPath } from '#compiler/source.ts';
import { applyEdits, type Edit, editsFor } from '../../findings/apply-fixes.ts';
import { writeFile } from '../../output/write-file.ts';

/** Several rounds, because errors in a file hide what lints would find. */
const MAX_ROUNDS = 5;

/**
 * Applies the fixes of the findings of `find` until none is left; with `isDry` it only shows the first round. Returns a
 * file that cannot be written, with the reason.
 */
export function fixFiles(
  find: () => readonly Diagnostic[],
  isDry: boolean,
): { readonly path: string; readonly error: unknown } | undefined {
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const edits = editsFor(find());
    for (const edit of edits) process.stderr.write(Buffer.from(`${textOf(edit)}\n`, 'latin1'));
    count += edits.length;
    if (edits.length === 0 || isDry) break;
    for (const { path, text } of applyEdits(edits)) {
      try {
        writeFile(path, text, 'latin1');
      } catch (error) {
        return { path, error };
      }
    }
  }
  console.error(`${countNoun(count, 'location')} ${isDry ? 'to fix' : 'fixed'}`);
  return undefined;
}

/** The maximum length of a replaced text in a line of the report. */
const SHOWN = 60;

function quote(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text);
}

/** Returns names as they are and other text in quotes, so that blanks and line ends are visible. */
function textOf({ source, start, end, to }: Edit): string {
  const { line, column } = positionOf({ source, start, end });
  const from = source.text.slice(start, end);
  const isPlain = /^\S+ \S+$/.test(`${from} ${to}`);
  const [shown, put] = isPlain ? [from, to] : [quote(from), quote(to)];
  return `${shownPath(source)}:${line}:${column}: ${shown} -> ${put}`;
}
