/** `check --fix`: writes the repairs that findings call for, and returns which. */
import { writeFileSync } from 'node:fs';
import { countNoun } from '../../../count-noun.ts';
import type { Diagnostic } from '../../../diagnostics.ts';
import { positionOf, shownPath } from '../../../source.ts';
import { applyEdits, type Edit, editsFor } from '../../findings/apply-fixes.ts';

/** Files with errors hide what lints find: names first, then commas, then what is left. */
const MAX_ROUNDS = 5;

/**
 * Repairs what `find` finds until nothing is left to repair; with `isDry` it only shows the first round.
 * Gives a file that cannot be written, and why.
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
        writeFileSync(path, text, 'latin1');
      } catch (error) {
        return { path, error };
      }
    }
  }
  console.error(`${countNoun(count, 'place')} ${isDry ? 'to fix' : 'fixed'}`);
  return undefined;
}

/** What a line of the report shows of a text that goes or comes. */
const SHOWN = 60;

function quote(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text);
}

/** Names as they are, everything else in quotes: blanks and line ends must be seen. */
function textOf({ source, start, end, to }: Edit): string {
  const { line, column } = positionOf({ source, start, end });
  const from = source.text.slice(start, end);
  const isPlain = /^\S+ \S+$/.test(`${from} ${to}`);
  const [shown, put] = isPlain ? [from, to] : [quote(from), quote(to)];
  return `${shownPath(source)}:${line}:${column}: ${shown} -> ${put}`;
}
