/** Finds the location of a test in its source when the test ran in a bundle. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';

export type Location = {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
};

/**
 * Returns a function from a location in a bundle (line and column from 1) to the location in the source. Other
 * locations are returned unchanged.
 */
export function sourceLocations(): (location: Location) => Location {
  const maps = new Map<string, SourceMap | undefined>();
  return (location) => {
    const { file, line, column } = location;
    if (file === undefined || line === undefined || column === undefined) return location;
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
    const entry = maps.get(file)?.findEntry(line - 1, column - 1);
    if (entry === undefined || !('originalSource' in entry)) return location;
    const { originalSource, originalLine, originalColumn } = entry;
    const source = resolve(dirname(file), originalSource);
    return { file: source, line: originalLine + 1, column: originalColumn + 1 };
  };
}

function readMap(path: string): SourceMap | undefined {
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}
