/** `##!> cmdline`: words of a shell -> expressions that also match the words with evasion characters in between. */
import { parse } from 'yaml';
import { memberAt, textOf } from '#compiler/json.ts';
import { AssemblyError, type Line } from './lines.ts';

export type Shell = 'unix' | 'windows';

/** Patterns that match between two chars of a word, after a word with `@`, and after a word with `~`. */
export type EvasionPatterns = {
  readonly between: string;
  readonly suffix: string;
  readonly suffixWithoutSpace: string;
};

/** Reads toolchain.yaml of the assembly folder. Returns undefined when it does not have all patterns for `shell`. */
export function readPatterns(yaml: string, shell: Shell): EvasionPatterns | undefined {
  const document: unknown = parse(yaml);
  const pattern = (name: string): string | undefined =>
    textOf(memberAt(document, 'patterns', name, shell))?.trim();
  const [between, suffix, suffixWithoutSpace] = [
    pattern('anti_evasion'),
    pattern('anti_evasion_suffix'),
    pattern('anti_evasion_no_space_suffix'),
  ];
  if (between === undefined || suffix === undefined || suffixWithoutSpace === undefined)
    return undefined;
  return { between, suffix, suffixWithoutSpace };
}

/** Returns the expression for one word. A line that begins with `'` is an expression already. Throws AssemblyError. */
export function commandWord({ text, location }: Line, patterns: EvasionPatterns): string {
  const bare = /[.+]/.exec(text.replace(/\\[\s\S]/g, ''))?.[0];
  if (bare !== undefined) {
    throw new AssemblyError(
      `${location}: Write \\${bare} for ${bare}: the word is part of an expression.`,
    );
  }
  if (text.startsWith("'")) return text.slice(1);
  const { between } = patterns;
  const [word, suffix] = withoutSuffix(text, patterns);
  const units = word.match(/\\[\s\S]|[\s\S]/g) ?? [];
  return [...units, ...(suffix === '' ? [] : [suffix])].join(between);
}

function withoutSuffix(
  text: string,
  { suffix, suffixWithoutSpace }: EvasionPatterns,
): readonly [word: string, suffix: string] {
  if (/(?:^|[^\\])(?:\\\\)*\\[@~]$/.test(text)) return [text.slice(0, -2) + text.slice(-1), ''];
  if (text.length < 2) return [text, ''];
  if (text.endsWith('@')) return [text.slice(0, -1), suffix];
  return text.endsWith('~') ? [text.slice(0, -1), suffixWithoutSpace] : [text, ''];
}
