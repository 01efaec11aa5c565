/** Reads files of SecUnicodeMapFile: code pages, each with a number, a label and entries such as 00e9:65. */
import type { SourceFile, Span } from '../source.ts';

export type MapPage = {
  /** Entries such as `00e9:65` (code point and byte) in lower case; undefined when the file does not have the page. */
  readonly entries: readonly string[] | undefined;
  /** The numbers of the pages in the file. */
  readonly pages: readonly number[];
  /** Words in the page that are not entries. */
  readonly problems: readonly Span[];
};

/** The header of a page, such as `1252  (ANSI - Latin I)`. The label ends with its parenthesis or with the line. */
const HEADER = /^\s*(\d+)(?![^\s(])\s*(?:\([^)]*\)?)?/;
const ENTRY = /^(?:0x)?([0-9a-f]{1,4}):(?:0x)?([0-9a-f]{1,2})$/i;

/**
 * Reads the page `wanted` of the file; other pages are not checked. A page extends from its number to the next line
 * that has no entry and is not blank, as in ModSecurity.
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
  /** The page of the line; undefined when it has none, or one without a number. */
  readonly page: number | undefined;
  /** The text after the header, and its offset. */
  readonly text: string;
  readonly start: number;
};

/** Yields the lines that are neither blank nor comments. */
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
