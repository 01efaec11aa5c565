/** The fenced blocks of a Markdown page, and what its comments say of them. */

export type Block = {
  readonly page: string;
  /** Of its first line of text, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** `<!-- not run: REASON -->` before the block. */
  readonly notRun: string | undefined;
  /** `<!-- keeps running -->` before the block: a server. */
  readonly keepsRunning: boolean;
  /** `<!-- exit: N -->` before the block; 0 without it. */
  readonly exit: number;
  /** The `text` block right behind it: lines that its output must have, in this order. */
  readonly shows: readonly string[];
};

const FENCE =
  /^(?<indent> *)(?<fence>`{3,})(?<language>[^\n`]*)\n(?<text>.*?)^\k<indent>\k<fence>$/gms;
const NOT_RUN = /<!-- not run: (.+?) -->\s*$/;
const KEEPS_RUNNING = /<!-- keeps running -->\s*$/;
const EXIT = /<!-- exit: (\d+) -->\s*$/;

export function readBlocks(page: string, markdown: string): readonly Block[] {
  const found = [...markdown.matchAll(FENCE)];
  return found.map((match, index) => {
    const { language = '', text = '', indent = '' } = match.groups ?? {};
    const before = markdown.slice(0, match.index);
    return {
      page,
      line: before.split('\n').length + 1,
      language: language.trim(),
      text: outdented(text, indent),
      notRun: NOT_RUN.exec(before)?.[1],
      keepsRunning: KEEPS_RUNNING.test(before),
      exit: Number(EXIT.exec(before)?.[1] ?? 0),
      shows: outputBehind(markdown, match, found[index + 1]),
    };
  });
}

function outputBehind(
  markdown: string,
  block: RegExpExecArray,
  next: RegExpExecArray | undefined,
): readonly string[] {
  const { language, text = '', indent = '' } = next?.groups ?? {};
  if (next === undefined || language !== 'text') return [];
  const between = markdown.slice(block.index + block[0].length, next.index);
  if (between.trim() !== '') return [];
  return outdented(text, indent)
    .split('\n')
    .filter((line) => !/^(?:\.\.\.)?$/.test(line.trim()));
}

/** Blocks in lists are indented. */
function outdented(text: string, indent: string): string {
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}
