/**
 * Code: text and what it refers to in other modules. Texts of rules get into it through ts`...`, which quotes
 * every value that is not Code itself, and through comments; names are checked.
 */
import { checkIdentifier, escapeBytes, filled, literal, type Value } from './literal.ts';
import { type Reference, type References, unite } from './references.ts';

export type Code = {
  readonly isCode: true;
  readonly text: string;
  readonly references: References;
};

/** A template of TypeScript: Code goes in as it is, anything else as a literal. */
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

/** `text` is made of `pieces`. */
function code(text: string, pieces: readonly Code[] = []): Code {
  return { isCode: true, text, references: unite(pieces.map(({ references }) => references)) };
}

function isCode(part: Code | Value): part is Code {
  return typeof part === 'object' && 'isCode' in part;
}

/** A name that the module declares itself, with a number or another name after it: `rule942100`, `targets7`. */
export function identifier(word: string, suffix: number | string = ''): Code {
  const text = `${word}${suffix}`;
  checkIdentifier(text);
  return code(text);
}

/** A name that another module declares. */
export function referring(reference: Reference): Code {
  return { ...identifier(reference.name), references: new Set([reference]) };
}

/** A regular expression literal. */
export function regexLiteral(source: string): Code {
  // V8 gives the source as it stands in a literal: slashes and line ends escaped.
  return code(`/${new RegExp(source).source}/`);
}

/** Pieces on lines of their own, indented by two blanks. */
export function lines(pieces: readonly Code[], indent = '  '): Code {
  const text = pieces.map((piece) => piece.text.replace(/^(?=.)/gm, indent)).join('\n');
  return code(text, pieces);
}

export function joined(pieces: readonly Code[], separator: string): Code {
  return code(pieces.map((piece) => piece.text).join(separator), pieces);
}

/** A list: on one line when it is short, else on lines of their own that are filled. */
export function list(pieces: readonly Code[]): Code {
  return code(filled(pieces.map(({ text }) => text)), pieces);
}

/** A doc comment; what would end it early is broken up. */
export function comment(text: string): Code {
  return code(`/** ${commented(text)} */`);
}

/** A remark inside a line; what would end it early is broken up. */
export function remark(text: string): Code {
  return code(`/* ${commented(text)} */`);
}

/** A comment up to the end of its line. */
export function lineComment(text: string): Code {
  return code(`// ${commented(text)}`);
}

function commented(text: string): string {
  return text.replaceAll('*/', '*\\/').replace(/[^\x20-\x7e]/g, '?');
}

/** A template literal of texts and expressions. */
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
