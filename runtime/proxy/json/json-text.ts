/** Parses JSON and records the location of every value, so that messages can show it (RFC 8259). */

/** Char offsets into the text; the end is exclusive. */
export type Location = { readonly start: number; readonly end: number };

export type JsonNode = Location &
  (
    | { readonly kind: 'Object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'Array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'String'; readonly value: string }
    | { readonly kind: 'Number'; readonly value: number }
    | { readonly kind: 'Boolean'; readonly value: boolean }
    | { readonly kind: 'Null' }
  );

export type JsonMember = {
  readonly name: string;
  readonly location: Location;
  readonly value: JsonNode;
};

export type JsonRead =
  | { readonly kind: 'Json'; readonly root: JsonNode }
  | { readonly kind: 'Broken'; readonly location: Location; readonly message: string };

/** The deepest nesting. No configuration is deeper, and deeper input could overflow the stack. */
const MOST_DEPTH = 32;

const BLANKS = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 section 7 forbids them in strings.
const STRING = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;

class Broken extends Error {
  readonly location: Location;
  constructor(location: Location, message: string) {
    super(message);
    this.location = location;
  }
}

/** Parses JSON. `text`: a byte string. A string's value is decoded from UTF-8, with escapes resolved. */
export function readJson(text: string): JsonRead {
  try {
    const reader = new Reader(text);
    const root = reader.value(0);
    reader.end();
    return { kind: 'Json', root };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { kind: 'Broken', location: error.location, message: error.message };
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonNode {
    this.#take(BLANKS);
    const start = this.#at;
    if (depth > MOST_DEPTH) throw this.#broken('is nested too deeply');
    switch (this.#text[start]) {
      case '{':
        return this.#object(start, depth);
      case '[':
        return this.#array(start, depth);
      case '"':
        return { kind: 'String', start, value: this.#string(), end: this.#at };
      default:
        return this.#plain(start);
    }
  }

  end(): void {
    this.#take(BLANKS);
    if (this.#at < this.#text.length) throw this.#broken('follows the end of the JSON value');
  }

  #object(start: number, depth: number): JsonNode {
    const members: JsonMember[] = [];
    this.#list('}', 'a comma or "}"', () => {
      const nameStart = this.#at;
      if (this.#text[nameStart] !== '"') throw this.#broken('should be a member name in quotes');
      const name = this.#string();
      const location = { start: nameStart, end: this.#at };
      this.#take(BLANKS);
      if (this.#text[this.#at] !== ':') throw this.#broken('should be ":"');
      this.#at += 1;
      members.push({ name, location, value: this.value(depth + 1) });
    });
    return { kind: 'Object', start, members, end: this.#at };
  }

  #array(start: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#list(']', 'a comma or "]"', () => items.push(this.value(depth + 1)));
    return { kind: 'Array', start, items, end: this.#at };
  }

  /** Parses a list from its opening to its closing bracket. */
  #list(close: '}' | ']', expected: string, entry: () => void): void {
    this.#at += 1;
    this.#take(BLANKS);
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      entry();
      this.#take(BLANKS);
      const next = this.#text[this.#at];
      if (next !== close && next !== ',') throw this.#broken(`should be ${expected}`);
      this.#at += 1;
      if (next === close) return;
      this.#take(BLANKS);
      if (this.#text[this.#at] === close) throw this.#broken('follows a surplus comma');
    }
  }

  #string(): string {
    const token = this.#take(STRING);
    if (token === undefined)
      throw this.#broken('starts a string that is not closed or has an invalid escape');
    const value: string = JSON.parse(Buffer.from(token, 'latin1').toString('utf8'));
    return value;
  }

  #plain(start: number): JsonNode {
    const number = this.#take(NUMBER);
    if (number !== undefined)
      return { kind: 'Number', start, value: Number(number), end: this.#at };
    const word = this.#take(WORD);
    if (word === undefined) throw this.#broken('should be a value');
    if (word === 'null') return { kind: 'Null', start, end: this.#at };
    return { kind: 'Boolean', start, value: word === 'true', end: this.#at };
  }

  /** Returns the match of a pattern at the current position and skips it; undefined when there is none. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #broken(message: string): Broken {
    const start = this.#at;
    const end = Math.min(start + 1, this.#text.length);
    const char = this.#text.slice(start, end);
    const quoted = char === '"' ? `'"'` : JSON.stringify(char);
    const shown = char === '' ? 'The end of the file' : quoted;
    return new Broken({ start, end }, `${shown} ${message}.`);
  }
}
