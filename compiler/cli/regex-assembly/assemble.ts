/**
 * Lines of an assembly file -> one expression. It is equivalent to the result of crs-toolchain but not optimized: each
 * line is an alternative.
 */
import { commandWord, type EvasionPatterns, type Shell } from './command-words.ts';
import { AssemblyError, type Line, type ReadLines } from './lines.ts';

type Block = {
  /** The shell of a `cmdline` block; undefined for an `assemble` block. */
  readonly shell: Shell | undefined;
  readonly location: string;
  readonly prefixes: string[];
  readonly suffixes: string[];
  /** The alternatives after the last marker. */
  alternatives: string[];
  /** The expressions that the markers of the block have emitted so far, concatenated. */
  output: string;
};

/** Returns the patterns for `cmdline`, or undefined when toolchain.yaml does not have them. */
type PatternsOf = (shell: Shell) => EvasionPatterns | undefined;

type Assembly = {
  /** The open blocks; the last one is the innermost. */
  readonly blocks: Block[];
  readonly stored: Map<string, string>;
  readonly patternsOf: PatternsOf;
};

/** Returns the expression, with its flags as a prefix `(?is)`. Throws AssemblyError. */
export function assemble({ lines, flags }: ReadLines, patternsOf: PatternsOf): string {
  const root = newBlock(undefined, '');
  const assembly: Assembly = { blocks: [root], stored: new Map(), patternsOf };
  for (const line of lines) {
    const block = assembly.blocks.at(-1) ?? root;
    const marker = /^##!([<>^$]|=[<>])\s*(.*?)\s*$/.exec(line.text);
    if (marker === null) addLine(block, line, patternsOf);
    else applyMarker(marker[1] ?? '', marker[2] ?? '', line, assembly, block);
  }
  const [, open] = assembly.blocks;
  // The end marker of the outermost block may be missing, as in crs-toolchain.
  if (open !== undefined) {
    if (assembly.blocks.length > 2)
      throw new AssemblyError(`${open.location}: A block in this one has no end (##!<).`);
    closeBlock(assembly, { text: '', location: open.location });
  }
  const body = expressionOf(root);
  return flags === '' ? body : `(?${flags})${body}`;
}

function applyMarker(
  sign: string,
  argument: string,
  line: Line,
  assembly: Assembly,
  block: Block,
): void {
  switch (sign) {
    case '>':
      assembly.blocks.push(openBlock(argument, line));
      return;
    case '<':
      closeBlock(assembly, line);
      return;
    case '^':
      block.prefixes.push(argument);
      return;
    case '$':
      block.suffixes.push(argument);
      return;
    case '=<':
      storeOutput(block, argument, line, assembly.stored);
      return;
    default:
      block.output += outputOf(block, argument, line, assembly.stored);
  }
}

function newBlock(shell: Shell | undefined, location: string): Block {
  return { shell, location, prefixes: [], suffixes: [], alternatives: [], output: '' };
}

function openBlock(argument: string, { location }: Line): Block {
  const [name, shell] = argument.split(/\s+/);
  if (name === 'assemble') return newBlock(undefined, location);
  if (name !== 'cmdline') {
    throw new AssemblyError(
      `${location}: Unknown processor ${name}; there are assemble, cmdline, define, include and include-except.`,
    );
  }
  if (shell !== 'unix' && shell !== 'windows') {
    throw new AssemblyError(`${location}: cmdline takes unix or windows.`);
  }
  return newBlock(shell, location);
}

function closeBlock({ blocks, patternsOf }: Assembly, { location }: Line): void {
  const closed = blocks.length > 1 ? blocks.pop() : undefined;
  const outer = blocks.at(-1);
  if (closed === undefined || outer === undefined) {
    throw new AssemblyError(`${location}: This ##!< does not end a block.`);
  }
  const text = expressionOf(closed);
  if (text !== '') addLine(outer, { text, location }, patternsOf);
}

function addLine(block: Block, line: Line, patternsOf: PatternsOf): void {
  const { shell } = block;
  const patterns = shell === undefined ? undefined : patternsOf(shell);
  if (shell !== undefined && patterns === undefined) {
    throw new AssemblyError(
      `${block.location}: cmdline ${shell} takes its patterns from toolchain.yaml beside the file, which does not have them.`,
    );
  }
  block.alternatives.push(patterns === undefined ? line.text : commandWord(line, patterns));
}

function storeOutput(
  block: Block,
  name: string,
  { location }: Line,
  stored: Map<string, string>,
): void {
  if (name === '')
    throw new AssemblyError(`${location}: ##!=< takes a name to store the expression under.`);
  stored.set(name, block.output + takeAlternatives(block));
  block.output = '';
}

function outputOf(
  block: Block,
  name: string,
  { location }: Line,
  stored: ReadonlyMap<string, string>,
): string {
  if (name === '') return takeAlternatives(block);
  const text = stored.get(name);
  if (text !== undefined) return text;
  const names = [...stored.keys()].join(', ') || 'none';
  throw new AssemblyError(`${location}: Nothing is stored as ${name}; stored so far: ${names}.`);
}

function takeAlternatives(block: Block): string {
  const text = alternation(block.alternatives);
  block.alternatives = [];
  return text;
}

function expressionOf(block: Block): string {
  const { prefixes, suffixes, output } = block;
  const body = output + takeAlternatives(block);
  return prefixes.join('') + body + suffixes.join('');
}

/** Returns the distinct alternatives as a group, so that it can be concatenated with other expressions. */
function alternation(alternatives: readonly string[]): string {
  const distinct = [...new Set(alternatives)];
  return distinct.length === 0 ? '' : `(?:${distinct.join('|')})`;
}
