/**
 * The compact text in which the compiler emits an expression, and its decoder. Repeats are not expanded in it, so
 * that the code of a rule set is as small as its patterns, and start-up does not pay for expressions that are never
 * used.
 */

/**
 * A sequence of numbers. Each digit holds 5 bits, lowest first; bit 6 means that more digits follow.
 * byte classes: count, then runs (length, class) over the bytes 0 to 255;
 * contexts: count, then the context of each class;
 * assertions: count, then for each assertion and context before it the bit mask of contexts after it;
 * sets: count, then for each set the number of its classes and the classes;
 * groups: count; then the expression in prefix form, with the kinds of `nodeKinds`.
 */
export type AutomatonCode = string;

/** Characters that need no escape in any kind of quotes. */
export const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Operands of each kind: Sets n sets; Sequence, Alternation n trees; Repeat min, max + 1 or 0, greedy, tree. */
export const nodeKinds = {
  /** n, then n sets: a sequence of one byte of each. */
  sets: 0,
  sequence: 1,
  alternation: 2,
  repeat: 3,
  /** index, tree. */
  group: 4,
  /** assertion. */
  assertion: 5,
  /** direction (0 ahead, 1 behind), negated, tree. */
  look: 6,
  /** group, case ignored (1) or not (0). Not a regular language: only backtracker.ts handles it. */
  backReference: 7,
} as const;

export type Tree = { readonly nullable: boolean } & (
  | { readonly kind: 'Set'; readonly set: number }
  | { readonly kind: 'Sequence'; readonly items: readonly Tree[] }
  | { readonly kind: 'Alternation'; readonly items: readonly Tree[] }
  | RepeatTree
  | { readonly kind: 'Group'; readonly index: number; readonly item: Tree }
  | { readonly kind: 'Assertion'; readonly assertion: number }
  | { readonly kind: 'Look'; readonly look: number }
  | ReferenceTree
);

export type ReferenceTree = {
  readonly nullable: boolean;
  readonly kind: 'BackReference';
  readonly group: number;
  readonly ignoreCase: boolean;
};

export type RepeatTree = {
  readonly nullable: boolean;
  readonly kind: 'Repeat';
  readonly item: Tree;
  readonly min: number;
  /** undefined: unlimited. */
  readonly max: number | undefined;
  readonly greedy: boolean;
};

/** Look-ahead or look-behind over more than one byte. */
export type Look = {
  readonly direction: 'Lookahead' | 'Lookbehind';
  readonly negated: boolean;
  readonly tree: Tree;
};

export type Automaton = {
  /** Returns the expression, decoded again at each call but the first: NFAs that are built from it take less memory. */
  readonly tree: () => Tree;
  readonly lookarounds: readonly Look[];
  readonly groupCount: number;
  /** Byte -> class. */
  readonly classes: Uint8Array;
  /** Symbols are the classes and, as the last one, the end of the input. */
  readonly symbolCount: number;
  /** Symbol -> context, which assertions test; 0: before the first or after the last byte. */
  readonly contexts: Uint8Array;
  readonly contextCount: number;
  /** [(assertion * contextCount + context before) * contextCount + context after] -> 1 when the assertion holds. */
  readonly assertions: Uint8Array;
  /** [set * symbolCount + symbol] -> 1 when the symbol is in the set. */
  readonly members: Uint8Array;
};

type Reader = { readonly code: string; at: number };

/** Decodes the output of compile-automaton.ts; other input returns a meaningless automaton. */
export function decodeAutomaton(code: AutomatonCode): Automaton {
  const reader: Reader = { code, at: 0 };
  const { classes, symbolCount } = readClasses(reader);
  const contextCount = readNumber(reader);
  const contexts = new Uint8Array(symbolCount);
  for (let symbol = 0; symbol < symbolCount - 1; symbol += 1) contexts[symbol] = readNumber(reader);
  const assertions = readAssertions(reader, contextCount);
  const members = readSets(reader, symbolCount);
  const groupCount = readNumber(reader);
  const lookarounds: Look[] = [];
  const treeAt = reader.at;
  let decoded: Tree | undefined = readTree(reader, lookarounds);
  const tree = (): Tree => {
    const first = decoded;
    decoded = undefined;
    return first ?? readTree({ code, at: treeAt }, []);
  };
  return {
    tree,
    lookarounds,
    groupCount,
    classes,
    symbolCount,
    contexts,
    contextCount,
    assertions,
    members,
  };
}

/** Decodes only the byte classes, a small part at the start of the code. */
export function decodeClasses(code: AutomatonCode): Pick<Automaton, 'classes' | 'symbolCount'> {
  return readClasses({ code, at: 0 });
}

/** Char code -> digit. A table, because the largest codes have ten thousand digits, decoded before the first result. */
const digitOf = new Uint8Array(128);
for (let digit = 0; digit < digits.length; digit += 1) digitOf[digits.charCodeAt(digit)] = digit;

/** Reads the number at `reader.at` and advances past it; returns 0 at the end. Most numbers have one digit. */
export function readNumber(reader: Reader): number {
  const digit = digitOf[reader.code.charCodeAt(reader.at)] ?? 0;
  reader.at += 1;
  return digit < 32 ? digit : (digit & 31) | (readNumber(reader) << 5);
}

function readClasses(reader: Reader): Pick<Automaton, 'classes' | 'symbolCount'> {
  const symbolCount = readNumber(reader) + 1;
  const classes = new Uint8Array(256);
  for (let byte = 0; byte < 256; ) {
    const end = byte + Math.max(1, readNumber(reader));
    classes.fill(readNumber(reader), byte, end);
    byte = end;
  }
  return { classes, symbolCount };
}

function readAssertions(reader: Reader, contextCount: number): Uint8Array {
  const rows = readNumber(reader) * contextCount;
  const assertions = new Uint8Array(rows * contextCount);
  for (let row = 0; row < rows; row += 1) {
    const mask = readNumber(reader);
    for (let after = 0; after < contextCount; after += 1) {
      assertions[row * contextCount + after] = (mask >> after) & 1;
    }
  }
  return assertions;
}

function readSets(reader: Reader, symbolCount: number): Uint8Array {
  const count = readNumber(reader);
  const members = new Uint8Array(count * symbolCount);
  for (let set = 0; set < count; set += 1) {
    for (let left = readNumber(reader); left > 0; left -= 1) {
      members[set * symbolCount + readNumber(reader)] = 1;
    }
  }
  return members;
}

function readTree(reader: Reader, lookarounds: Look[]): Tree {
  switch (readNumber(reader)) {
    case nodeKinds.sets:
      return sequence(readMany(reader, () => oneOf(readNumber(reader))));
    case nodeKinds.sequence:
      return sequence(readMany(reader, () => readTree(reader, lookarounds)));
    case nodeKinds.alternation: {
      const items = readMany(reader, () => readTree(reader, lookarounds));
      return { kind: 'Alternation', items, nullable: items.some(({ nullable }) => nullable) };
    }
    case nodeKinds.repeat:
      return readRepeat(reader, lookarounds);
    case nodeKinds.group: {
      const index = readNumber(reader);
      const item = readTree(reader, lookarounds);
      return { kind: 'Group', index, item, nullable: item.nullable };
    }
    case nodeKinds.assertion:
      return { kind: 'Assertion', assertion: readNumber(reader), nullable: true };
    case nodeKinds.backReference: {
      const group = readNumber(reader);
      return { kind: 'BackReference', group, ignoreCase: readNumber(reader) === 1, nullable: true };
    }
    default:
      return readLookaround(reader, lookarounds);
  }
}

function readMany(reader: Reader, readOne: () => Tree): Tree[] {
  const trees: Tree[] = [];
  for (let left = readNumber(reader); left > 0; left -= 1) trees.push(readOne());
  return trees;
}

function oneOf(set: number): Tree {
  return { kind: 'Set', set, nullable: false };
}

function sequence(items: readonly Tree[]): Tree {
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return { kind: 'Sequence', items, nullable: items.every(({ nullable }) => nullable) };
}

function readRepeat(reader: Reader, lookarounds: Look[]): Tree {
  const min = readNumber(reader);
  const limit = readNumber(reader);
  const greedy = readNumber(reader) === 1;
  const item = readTree(reader, lookarounds);
  const max = limit === 0 ? undefined : limit - 1;
  return { kind: 'Repeat', item, min, max, greedy, nullable: min === 0 || item.nullable };
}

function readLookaround(reader: Reader, lookarounds: Look[]): Tree {
  const direction = readNumber(reader) === 0 ? 'Lookahead' : 'Lookbehind';
  const negated = readNumber(reader) === 1;
  lookarounds.push({ direction, negated, tree: readTree(reader, lookarounds) });
  return { kind: 'Look', look: lookarounds.length - 1, nullable: true };
}

/** Returns a tree without look-around that matches whatever `tree` matches, and possibly more. */
export function withoutLookarounds(tree: Tree): Tree {
  switch (tree.kind) {
    case 'Look':
      return { kind: 'Sequence', items: [], nullable: true };
    case 'Sequence':
    case 'Alternation':
      return { ...tree, items: tree.items.map(withoutLookarounds) };
    case 'Group':
    case 'Repeat':
      return { ...tree, item: withoutLookarounds(tree.item) };
    default:
      return tree;
  }
}
