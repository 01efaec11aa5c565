/** Reads phrase and address files. Their paths are relative to the rule file that names them. */
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import type * as ast from '../1-parse/ast.ts';
import { linesOf, type SourceFile, type Span } from '../source.ts';

/** Returns the data file `path` that the rule file `from` names. */
export type DataFiles = (path: string, from: string) => SourceFile | UnreadFile;

/** A file that cannot be read; `why` is a sentence, or undefined when there is no such file. */
export type UnreadFile = { readonly kind: 'Unread'; readonly why: string | undefined };

export function isUnread(file: SourceFile | UnreadFile): file is UnreadFile {
  return 'kind' in file;
}

/**
 * Returns all entries of the files, whose names are separated by blanks. There is one entry on each line, trimmed; empty
 * lines and # comments are dropped. Undefined when a file cannot be read.
 */
export function dataLines(written: ast.Text, files: DataFiles): readonly string[] | undefined {
  const entries: string[] = [];
  for (const path of pathsIn(written)) {
    const file = files(path, written.span.source.path);
    if (isUnread(file)) return undefined;
    entries.push(
      ...file.text
        .split('\n')
        .map(entryOf)
        .filter((entry) => entry !== ''),
    );
  }
  return entries;
}

/** Returns the lines of the files; a file that cannot be read has none. */
export function fileLines(written: ast.Text, files: DataFiles): readonly Span[] {
  return pathsIn(written).flatMap((path) => {
    const source = files(path, written.span.source.path);
    return isUnread(source) ? [] : linesOf({ source, start: 0, end: source.text.length });
  });
}

/** Returns the lines between the backticks. */
export function datasetLines({ span: { source, start, end } }: ast.SecDataset): readonly Span[] {
  const text = source.text.slice(start, end);
  return linesOf({
    source,
    start: start + text.indexOf('`') + 1,
    end: start + text.lastIndexOf('`'),
  });
}

/** Returns the file names in an argument. */
export function pathsIn({ text }: ast.Text): readonly string[] {
  return text.split(/[ \t]+/);
}

/** Returns the entry on a line; "" when the line has none. */
export function entryOf(line: string): string {
  const entry = trimSpace(line);
  return entry.startsWith('#') ? '' : entry;
}
