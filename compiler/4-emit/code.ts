/**
 * Code is text with its references to other modules. Texts of rules enter it only through ts`...`, which quotes every
 * value that is not Code, and through comments; names are checked.
 */
import { checkIdentifier, escapeBytes, filled, literal, type Value } from './literal.ts';
import { type Reference, type References, unite } from './references.ts';

export type Code = {
  readonly isCode: true;
  readonly text: string;
  readonly references: References;
};

/** Makes code from a template. Code is inserted as it is, any other value as a literal. */
export function ts(strings: TemplateStringsArray, ...parts: readonly (Code | Value)[]): Code {
  let text = strings[0] ?? '';
  const pieces: Code[] = [];
  parts.forEach((part, index) => {
    if (isCode(part)) pieces.push(part);
    text += isCode(part) ? part.text : literal(part);
    text += strings[index + 1] ?? '';
  });
  return code(text, pieces);
}

/** Returns Code of `text` with the references of `pieces`. */
function code(text: string, pieces: readonly Code[] = []): Code {
  return { isCode: true, text, references: unite(pieces.map(({ references }) => references)) };
}

function isCode(part: Code | Value): part is Code {
  return typeof part === 'object' && 'isCode' in part;
}

/**
 * Returns a name that the module itself declares: a word and optionally a number or another name, such as `rule942100`
 * or `targets7`.
 */
export function identifier(word: string, suffix: number | string = ''): Code {
  const text = `${word}${suffix}`;
  checkIdentifier(text);
  return code(text);
}

/** Returns a name that another module declares. */
export function referring(reference: Reference): Code {
  return { ...identifier(reference.name), references: new Set([reference]) };
}

/** Returns a regular expression literal. */
export function regexLiteral(source: string): Code {
  // RegExp.source is valid in a literal: V8 escapes slashes and line ends.
  return code(`/${new RegExp(source).source}/`);
}

/** Puts each piece on a line of its own, indented by two blanks. */
export function lines(pieces: readonly Code[]): Code {
  const text = pieces.map((piece) => piece.text.replace(/^(?=.)/gm, '  ')).join('\n');
  return code(text, pieces);
}

export function joined(pieces: readonly Code[], separator: string): Code {
  return code(pieces.map((piece) => piece.text).join(separator), pieces);
}

/** Returns a list, on one line when it is short, otherwise on several filled lines. */
export function list(pieces: readonly Code[]): Code {
  return code(filled(pieces.map(({ text }) => text)), pieces);
}

/** Returns a doc comment. A `*` and `/` in the text are separated, so that they do not end it. */
export function comment(text: string): Code {
  return code(`/** ${commented(text)} */`);
}

/** Returns a comment within a line. A `*` and `/` in the text are separated, so that they do not end it. */
export function remark(text: string): Code {
  return code(`/* ${commented(text)} */`);
}

/** Returns a comment that extends to the end of its line. */
export function lineComment(text: string): Code {
  return code(`// ${commented(text)}`);
}

function commented(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/[^\x20-\x7e]/g, '?');
}

/** Returns a template literal of texts and expressions. */
export function template(parts: readonly (string | Code)[]): Code {
  const [first, ...others] = parts;
  if (first === undefined) return ts`${''}`;
  if (others.length === 0) return typeof first === 'string' ? ts`${first}` : first;
  const text = parts
    .map((part) => (typeof part === 'string' ? templateText(part) : `\${${part.text}}`))
    .join('');
  return code(
    `\`${text}\``,
    parts.filter((part) => typeof part !== 'string'),
  );
}

function templateText(text: string): string {
  return escapeBytes(text.replace(/[\\`]|\$(?=\{|$)/g, (char) => `\\${char}`));
}
