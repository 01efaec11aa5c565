/** Parses macro strings: `%{NAME}` and `%{NAME.key}` within literal text (docs/spec/seclang-syntax.md#macros). */

/** A part of the text: chars `start` to `end` (end exclusive). */
export type MacroPart = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'Literal'; readonly text: string }
  | {
      readonly kind: 'Variable';
      /** In upper case. */
      readonly name: string;
      /** The text after the first `.`, as written. */
      readonly key: string | undefined;
    }
);

export type MacroError = {
  /** One full sentence. */
  readonly message: string;
  /** Position in the text, in chars. */
  readonly index: number;
  readonly hint?: string;
};

/** The parts leave out what `errors` describes. */
export type ParsedMacro = {
  readonly parts: readonly MacroPart[];
  readonly errors: readonly MacroError[];
};

/** A macro that is written as a target. */
const LIKE_TARGET = /%\{(\w+):([\w.[\]-]*[\w[\]-])\}/y;
/** The bytes that Coraza allows between the braces. */
const MACRO = /%\{([A-Za-z0-9_[\]-]+)(?:\.([A-Za-z0-9._[\]-]*[A-Za-z0-9_[\]-]))?\}/y;
const INSIDE = /[A-Za-z0-9._[\]-]*/y;

/**
 * Splits `text` (any byte string) into literals and variables. Neighbouring literals are joined; "" has no parts. A `%`
 * without `{` after it is literal, and `%{` cannot be escaped.
 */
export function parseMacro(text: string): ParsedMacro {
  const parts: MacroPart[] = [];
  const errors: MacroError[] = [];
  let done = 0;
  const addLiteral = (end: number): void => {
    if (end > done) parts.push({ kind: 'Literal', text: text.slice(done, end), start: done, end });
  };
  for (let open = text.indexOf('%{'); open !== -1; open = text.indexOf('%{', done)) {
    MACRO.lastIndex = open;
    const macro = MACRO.exec(text);
    addLiteral(open);
    if (macro === null) {
      done = endOfInside(text, open);
      errors.push(describeError(text, open, done));
      continue;
    }
    const [whole, name = '', key] = macro;
    done = open + whole.length;
    parts.push({ kind: 'Variable', name: name.toUpperCase(), key, start: open, end: done });
  }
  addLiteral(text.length);
  return { parts, errors };
}

/** A part of a text that has the syntax of a macro. */
export type MacroMention = {
  /** In upper case. */
  readonly name: string;
  readonly key: string | undefined;
  /** In chars; the end is exclusive. */
  readonly start: number;
  readonly end: number;
};

/**
 * Returns everything that has the syntax of a macro. It is for texts in which `%{` may be literal: `%{2}` occurs in
 * many expressions.
 */
export function macroMentions(text: string): readonly MacroMention[] {
  return [...text.matchAll(new RegExp(MACRO.source, 'g'))].map(
    ({ index, 0: whole, 1: name = '', 2: key }) => ({
      name: name.toUpperCase(),
      key,
      start: index,
      end: index + whole.length,
    }),
  );
}

/** Returns where the text between the braces of a macro ends: at its `}`, or at the first char that it may not have. */
function endOfInside(text: string, open: number): number {
  INSIDE.lastIndex = open + 2;
  INSIDE.test(text);
  return INSIDE.lastIndex;
}

function describeError(text: string, open: number, stop: number): MacroError {
  const start = open + 2;
  const inside = text.slice(start, stop);
  if (stop === text.length) return { message: 'The macro has no closing brace.', index: open };
  if (text[stop] !== '}') {
    const message = 'A macro may contain only letters, digits and . _ - [ ].';
    LIKE_TARGET.lastIndex = open;
    const [, name, key] = LIKE_TARGET.exec(text) ?? [];
    return name === undefined
      ? { message, index: stop }
      : { message, index: stop, hint: `Write %{${name}.${key}}.` };
  }
  if (inside === '') return { message: 'The macro does not name a variable.', index: open };
  if (inside.startsWith('.')) {
    return { message: 'The macro does not name a variable before the dot.', index: start };
  }
  return { message: 'The macro does not name a key after the dot.', index: stop - 1 };
}
