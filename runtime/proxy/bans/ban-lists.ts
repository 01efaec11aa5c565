/** BAN_LISTS: files with an address or block at the beginning of each line. */
import { readFileSync } from 'node:fs';
import { messageOf } from '../message-of.ts';
import { parseBlock } from './address-block.ts';
import type { Ban } from './ban-table.ts';

export type BanListsRead = { readonly bans: readonly Ban[]; readonly problems: readonly string[] };

/** What stands after a blank, a comma, `;` or `#` is a comment. */
export function readBanLists(paths: readonly string[]): BanListsRead {
  const bans: Ban[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      readList(readFileSync(path, 'latin1'), (text, line) => {
        const block = parseBlock(text);
        if (block === undefined)
          problems.push(
            `BAN_LISTS: ${path}:${line}: ${JSON.stringify(text)} is no address or block.`,
          );
        else bans.push({ block, until: Number.POSITIVE_INFINITY });
      });
    } catch (error) {
      problems.push(`BAN_LISTS: ${path} cannot be read: ${messageOf(error)}`);
    }
  }
  return { bans, problems };
}

function readList(text: string, found: (entry: string, line: number) => void): void {
  text.split('\n').forEach((line, index) => {
    const [entry = ''] = line.trim().split(/[\s,;#]/, 1);
    if (entry !== '') found(entry, index + 1);
  });
}
