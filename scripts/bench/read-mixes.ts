/** The request mixes that `make bench` runs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mix, parseRequests, toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { builtInMixes } from './built-in-mixes.ts';

const NAMES = ['browse', 'form', 'json', 'upload', 'attack'];

/**
 * Reads NAME.jsonl of the folder; returns the project's own small mixes when the folder is missing. Throws for a
 * malformed file.
 */
export function readMixes(folder: string): readonly Mix[] {
  if (!existsSync(folder)) {
    return builtInMixes.map(({ name, lines }) => ({ name, requests: lines.map(toRequest) }));
  }
  return NAMES.map((name) => {
    const path = join(folder, `${name}.jsonl`);
    const requests = parseRequests(readFileSync(path, 'utf8'));
    if (typeof requests === 'string') throw new Error(`${path}: ${requests}`);
    return { name, requests };
  });
}
