/** Files of SecUnicodeMapFile: code pages, each a number, a label and entries such as 00e9:65. */
import type { SourceFile, Span } from '../source.ts';

export type MapPage = {
  /** `00e9:65` each, lower case, code point and byte; undefined: the file does not have the page. */
  readonly entries: readonly string[] | undefined;
  /** Numbers of the pages that the file has. */
  readonly pages: readonly number[];
  /** What stands in the page and is no entry. */
  readonly problems: readonly Span[];
};

/** `1252  (ANSI - Latin I)`: the label ends with its parenthesis, or with the line. */
const HEADER = /^\s*(\d+)(?![^\s(])\s*(?:\([^)]*\)?)?/;
const ENTRY = /^(?:0x)?([0-9a-f]{1,4}):(?:0x)?([0-9a-f]{1,2})$/i;

/**
 * A page goes from its number to the next line that has no entry and is not blank, as in ModSecurity.
 * Only what stands in the page `wanted` is looked at.
 */
export function readUnicodeMap(source: SourceFile, wanted: number): MapPage {
  const pages = new Set<number>();
  const entries: string[] = [];
  const problems: Span[] = [];
  for (const { page, text, start } of linesOf(source.text)) {
    if (page !== undefined) pages.add(page);
    if (page !== wanted) continue;
    for (const word of text.matchAll(/\S+/g)) {
      const entry = readEntry(word[0]);
      const at = start + word.index;
      if (entry === undefined) problems.push({ source, start: at, end: at + word[0].length });
      else entries.push(entry);
    }
  }
  return { entries: pages.has(wanted) ? entries : undefined, pages: [...pages], problems };
}

function readEntry(word: string): string | undefined {
  const [, code, byte] = ENTRY.exec(word) ?? [];
  if (code === undefined || byte === undefined) return undefined;
  return `${code.padStart(4, '0')}:${byte.padStart(2, '0')}`.toLowerCase();
}

type Line = {
  /** That it stands in; undefined: none, or one without a number. */
  readonly page: number | undefined;
  /** What is after the header, and the offset of it. */
  readonly text: string;
  readonly start: number;
};

/** Lines that are neither blank nor comments. */
function* linesOf(text: string): Generator<Line> {
  let page: number | undefined;
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [header, number] = HEADER.exec(line) ?? [];
    if (header !== undefined) page = Number(number);
    else if (!line.includes(':')) page = undefined;
    const from = header?.length ?? 0;
    yield { page, text: line.slice(from), start: index + from };
  }
}
