/** Code text: the only way to make it is ts`...`, which quotes every value that is not Code itself. */

export type Code = { readonly isCode: true; readonly text: string };

export type Value =
  | string
  | number
  | boolean
  | undefined
  | readonly Value[]
  | { readonly [name: string]: Value };

/** A template of TypeScript: Code goes in as it is, anything else as a literal. */
export function ts(strings: TemplateStringsArray, ...parts: readonly (Code | Value)[]): Code {
  let text = strings[0] ?? '';
  parts.forEach((part, index) => {
    text += isCode(part) ? part.text : literal(part);
    text += strings[index + 1] ?? '';
  });
  return { isCode: true, text };
}

function isCode(part: Code | Value): part is Code {
  return typeof part === 'object' && 'isCode' in part;
}

/** An identifier made of a fixed word and a number: `rule942100`, `targets7`. */
export function name(word: string, number: number | string = ''): Code {
  return { isCode: true, text: `${word}${number}` };
}

/** A regular expression literal; `source` is free of unescaped slashes and line ends. */
export function regexLiteral(source: string): Code {
  return { isCode: true, text: `/${source}/` };
}

/** Pieces on lines of their own, indented by two blanks. */
export function lines(pieces: readonly Code[], indent = '  '): Code {
  const text = pieces.map((piece) => piece.text.replace(/^(?=.)/gm, indent)).join('\n');
  return { isCode: true, text };
}

export function joined(pieces: readonly Code[], separator: string): Code {
  return { isCode: true, text: pieces.map((piece) => piece.text).join(separator) };
}

/** A doc comment; what would end it early is broken up. */
export function comment(text: string): Code {
  return { isCode: true, text: `/** ${commented(text)} */` };
}

/** A remark inside a line; what would end it early is broken up. */
export function remark(text: string): Code {
  return { isCode: true, text: `/* ${commented(text)} */` };
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
  return { isCode: true, text: `\`${text}\`` };
}

function templateText(text: string): string {
  return escapeBytes(text.replace(/[\\`]|\$(?=\{|$)/g, (char) => `\\${char}`));
}

function literal(value: Value): string {
  if (typeof value === 'string') return quoted(value);
  if (value === undefined || typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(literal).join(', ')}]`;
  const fields = Object.entries(value).map(([key, field]) => `${key}: ${literal(field)}`);
  return `{ ${fields.join(', ')} }`;
}

function isList(value: object): value is readonly Value[] {
  return Array.isArray(value);
}

function quoted(text: string): string {
  return `'${escapeBytes(text.replace(/[\\']/g, (char) => `\\${char}`))}'`;
}

/** Only printable ASCII stands in generated files; every other byte is written as \xHH. */
function escapeBytes(text: string): string {
  return text.replace(
    /[^\x20-\x7e]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
