/** Finds the ids of rules in log lines (docs/spec/ftw.md#verdict). */
import type { ByteString } from '#engine/bytes/byte-string.ts';

const LABELLED = /\[(?:id |\\?"id\\?":)\\?"(\d+)\\?"\]/g;
const JSON_MEMBER = /[{,]\s*"(?:id|ruleId)":\s*"?(\d+)"?/g;

/** Returns distinct ids in the order of the lines. JSON members count only in lines without `[id "N"]`. */
export function ruleIds(lines: readonly ByteString[]): readonly number[] {
  const ids = new Set<number>();
  for (const line of lines) {
    const labelled = idsIn(line, LABELLED);
    for (const id of labelled.length > 0 ? labelled : idsIn(line, JSON_MEMBER)) ids.add(id);
  }
  return [...ids];
}

function idsIn(line: ByteString, pattern: RegExp): readonly number[] {
  return Array.from(line.matchAll(pattern), (match) => Number(match[1]));
}
