/** Phrase and address files, read beside the rule file that names them. */
import type * as ast from '../1-parse/ast.ts';
import type { SourceFile } from '../source.ts';

/** The data file `path` named in the rule file `from`; undefined: there is none. */
export type DataFiles = (path: string, from: string) => SourceFile | undefined;

/**
 * All entries of the blank-separated files: one a line, trimmed, lower-cased (matching ignores case),
 * empty lines and # comments dropped. Undefined when a file is missing.
 */
export function dataLines(written: ast.Text, files: DataFiles): readonly string[] | undefined {
  const entries: string[] = [];
  for (const path of pathsIn(written)) {
    const file = files(path, written.span.source.path);
    if (file === undefined) return undefined;
    entries.push(
      ...file.text
        .split('\n')
        .map(entryOf)
        .filter((entry) => entry !== ''),
    );
  }
  return entries;
}

/** The files that an argument names. */
export function pathsIn({ text }: ast.Text): readonly string[] {
  return text.split(/\s+/);
}

/** What a line adds to its list; "": nothing. */
export function entryOf(line: string): string {
  // Not trim(): byte A0 ends some UTF-8 characters and is no blank here.
  const entry = line.replace(/^[\t\v\f\r ]+|[\t\v\f\r ]+$/g, '');
  return entry.startsWith('#') ? '' : entry;
}
