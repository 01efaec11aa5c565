/** Applies fixes: computes the edits of findings, and the texts of files with them. */
import type { Diagnostic } from '#compiler/diagnostics.ts';
import type { SourceFile } from '#compiler/source.ts';

/** Replaces bytes `start` to `end` (exclusive) of the file by `to`. */
export type Edit = {
  readonly source: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly to: string;
};

/** Returns one edit for each location, by file and position. Of overlapping edits the first one is used. */
export function editsFor(findings: readonly Diagnostic[]): readonly Edit[] {
  const edits = new Map<string, Edit>();
  for (const { fix, span } of findings) {
    if (fix === undefined) continue;
    const { source } = span;
    const at = source.text.indexOf(fix.from, span.start);
    if (at === -1 || at >= span.end) continue;
    // A fix that starts with a line end also removes the blanks before it.
    const before = source.text.slice(0, at);
    const start = fix.to.startsWith('\n') ? before.replace(/[ \t]+$/, '').length : at;
    edits.set(`${source.path} ${at}`, { source, start, end: at + fix.from.length, to: fix.to });
  }
  return withoutOverlaps([...edits.values()]);
}

function withoutOverlaps(edits: readonly Edit[]): readonly Edit[] {
  const ends = new Map<string, number>();
  return edits
    .toSorted((left, right) => left.start - right.start || left.end - right.end)
    .filter(({ source, start, end }) => {
      if (start < (ends.get(source.path) ?? 0)) return false;
      ends.set(source.path, end);
      return true;
    });
}

/** Returns the changed files with their new texts; `edits` come from editsFor. */
export function applyEdits(edits: readonly Edit[]): readonly SourceFile[] {
  const files = new Map<string, SourceFile>(edits.map(({ source }) => [source.path, source]));
  return [...files.values()].map(({ path, text }) => {
    let [fixed, copied] = ['', 0];
    for (const { source, start, end, to } of edits) {
      if (source.path !== path) continue;
      fixed += text.slice(copied, start) + to;
      copied = end;
    }
    return { path, text: fixed + text.slice(copied) };
  });
}
