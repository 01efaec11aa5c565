/** Reads the files of BAN_LISTS, which have an address or block at the beginning of each line. */
import { readFileSync } from 'node:fs';
import { cannotRead } from '../cannot-read.ts';
import { parseBlock } from './address-block.ts';
import type { Ban } from './ban-table.ts';

export type BanListsRead = { readonly bans: readonly Ban[]; readonly problems: readonly string[] };

/** Reads the lists. Text after a blank, a comma, `;` or `#` is a comment. */
export function readBanLists(paths: readonly string[]): BanListsRead {
  const bans: Ban[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      readBans(
        readFileSync(path, 'latin1'),
        (ban) => bans.push(ban),
        ({ line }, text) =>
          problems.push(
            `BAN_LISTS: ${path}:${line}: ${JSON.stringify(text)} is not an address or block.`,
          ),
      );
    } catch (error) {
      problems.push(`BAN_LISTS: ${cannotRead(path, error)}`);
    }
  }
  return { bans, problems };
}

/** The location of an invalid entry: the line, counted from 1, and char offsets. */
export type EntryLocation = {
  readonly line: number;
  readonly start: number;
  readonly end: number;
};

/** Parses the text of one list; calls `found` for each ban and `bad` for each invalid entry. */
export function readBans(
  text: string,
  found: (ban: Ban) => void,
  bad: (location: EntryLocation, entry: string) => void,
): void {
  let start = 0;
  text.split('\n').forEach((line, index) => {
    const [entry = ''] = line.trim().split(/[\s,;#]/, 1);
    const at = start + line.indexOf(entry);
    start += line.length + 1;
    if (entry === '') return;
    const block = parseBlock(entry);
    if (block === undefined) bad({ line: index + 1, start: at, end: at + entry.length }, entry);
    else found({ block, until: Number.POSITIVE_INFINITY });
  });
}
