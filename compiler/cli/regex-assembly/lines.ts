/** Files of crs-toolchain (`.ra`) -> their lines with locations, after includes and definitions are expanded. */
import { splitOnce } from './split-once.ts';

/** A line; `location` is `file:line`, for messages. */
export type Line = { readonly text: string; readonly location: string };

/** An error in a file; the message begins with its location. */
export class AssemblyError extends Error {}

/** Returns `NAME.ra` of the folders for includes and excludes; undefined when it does not exist. */
export type ReadInclude = (
  name: string,
) => { readonly path: string; readonly text: string } | undefined;

export type ReadLines = { readonly lines: readonly Line[]; readonly flags: string };

/** Returns the expanded lines and the flags of a file. `text` is a byte string. Throws AssemblyError. */
export function readLines(path: string, text: string, readInclude: ReadInclude): ReadLines {
  const reader: Reader = { definitions: new Map(), readInclude, open: [] };
  const { lines, flags } = readFile(path, text, reader);
  return { lines: lines.map((line) => withDefinitions(line, reader.definitions)), flags };
}

type Reader = {
  readonly definitions: Map<string, string>;
  readonly readInclude: ReadInclude;
  /** The chain of files being read, to refuse a file that includes itself. */
  readonly open: readonly string[];
};

const FLAGS = new Set(['i', 's']);

function readFile(path: string, text: string, reader: Reader): ReadLines {
  if (reader.open.includes(path)) throw new AssemblyError(`${path} includes itself.`);
  const inside = { ...reader, open: [...reader.open, path] };
  const lines: Line[] = [];
  let flags = '';
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const line = { text: written.replace(/^[ \t]+/, ''), location: `${path}:${index + 1}` };
    const [, include, rest = ''] =
      /^##!>\s*(include|include-except)\s+(.*\S)\s*$/.exec(line.text) ?? [];
    const [, name, value] = /^##!>\s*define\s+([\w-]+)\s+(.*\S)\s*$/.exec(line.text) ?? [];
    const [, set] = /^##!\+\s*(.*\S)\s*$/.exec(line.text) ?? [];
    if (include !== undefined) lines.push(...included(include, rest, line, inside));
    else if (name !== undefined && value !== undefined) reader.definitions.set(name, value);
    else if (set !== undefined) flags += checkedFlags(set, line, inside);
    else if (line.text.trim() !== '' && !/^##!(?:[^^$+><=]|$)/.test(line.text)) lines.push(line);
  }
  return { lines, flags: [...new Set(flags)].toSorted().join('') };
}

function checkedFlags(flags: string, { location }: Line, { open }: Reader): string {
  const wrong = [...flags].find((flag) => !FLAGS.has(flag));
  if (wrong !== undefined)
    throw new AssemblyError(`${location}: Unknown flag ${wrong}; there are i and s.`);
  if (open.length > 1)
    throw new AssemblyError(`${location}: A file that is included must not set flags.`);
  return flags;
}

/**
 * Returns the lines for `NAME EXCLUDED... -- SUFFIX REPLACEMENT...`. A file with markers becomes a block, so that its
 * prefixes and suffixes apply only to its own lines.
 */
function included(kind: string, text: string, { location }: Line, reader: Reader): readonly Line[] {
  const [names, replacements] = splitOnce(text.split(/\s+/), '--');
  const [name = '', ...excluded] = names;
  if (kind === 'include' && excluded.length > 0) {
    throw new AssemblyError(`${location}: include takes one file; include-except takes more.`);
  }
  if (replacements.length % 2 === 1) {
    throw new AssemblyError(
      `${location}: Expected pairs of a suffix and its replacement after --.`,
    );
  }
  const { lines } = readNamed(name, location, reader);
  const left = new Set(
    excluded.flatMap((each) => readNamed(each, location, reader).lines.map((line) => line.text)),
  );
  const body = lines
    .filter((line) => !left.has(line.text))
    .map((line) => ({ ...line, text: replaceSuffix(line.text, replacements) }));
  const hasMarkers = body.some((line) => /^##!(?:[\^$]|=[<>])/.test(line.text));
  if (!hasMarkers) return body;
  return [{ text: '##!> assemble', location }, ...body, { text: '##!<', location }];
}

function readNamed(name: string, location: string, reader: Reader): ReadLines {
  const file = reader.readInclude(name.replace(/\.ra$/, ''));
  if (file === undefined) {
    throw new AssemblyError(
      `${location}: There is no ${name}.ra in the folders include and exclude beside the file.`,
    );
  }
  return readFile(file.path, file.text, reader);
}

/** Replaces the first suffix in `pairs` with which the line ends; the replacement `""` is the empty text. */
function replaceSuffix(text: string, pairs: readonly string[]): string {
  if (text.startsWith('##!')) return text;
  for (let index = 0; index + 1 < pairs.length; index += 2) {
    const [suffix = '', replacement = ''] = pairs.slice(index, index + 2);
    if (suffix !== '' && text.endsWith(suffix)) {
      return text.slice(0, -suffix.length) + (replacement === '""' ? '' : replacement);
    }
  }
  return text;
}

/** Expands definitions, which may refer to others. The number of definitions limits the steps, so that cycles end. */
function withDefinitions(line: Line, definitions: ReadonlyMap<string, string>): Line {
  let { text } = line;
  for (let step = 0; step <= definitions.size && text.includes('{{'); step += 1) {
    text = text.replace(
      /\{\{([\w-]+)\}\}/g,
      (whole, name: string) => definitions.get(name) ?? whole,
    );
  }
  const unknown = /\{\{([\w-]+)\}\}/.exec(text)?.[1];
  if (unknown === undefined) return { ...line, text };
  const why = definitions.has(unknown) ? 'names itself' : 'is not defined';
  throw new AssemblyError(`${line.location}: {{${unknown}}} ${why}.`);
}
