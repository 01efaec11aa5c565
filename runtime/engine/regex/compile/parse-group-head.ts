/** The text between an opening parenthesis and the body of the group. */
import { referenceTo } from './parse-escape.ts';
import {
  fail,
  type PatternReader,
  peek,
  type RegexFlags,
  take,
  takeMatch,
  takeUntil,
} from './pattern-reader.ts';

export type GroupHead =
  | { readonly kind: 'Capture'; readonly name: string | undefined }
  /** `(?:` and `(?i:`: flags for the body. */
  | { readonly kind: 'Plain'; readonly flags: RegexFlags }
  /** `(?i)`: flags from here to the end of the enclosing group; no body. */
  | { readonly kind: 'Flags'; readonly flags: RegexFlags }
  /** `(?P=name)`: no body. */
  | { readonly kind: 'BackReference'; readonly group: number }
  | Look
  | { readonly kind: 'Atomic' };

type Look = {
  readonly kind: 'Lookaround';
  readonly direction: 'Lookahead' | 'Lookbehind';
  readonly negated: boolean;
};

const fixedHeads: ReadonlyMap<string, GroupHead> = new Map<string, GroupHead>([
  ['?=', { kind: 'Lookaround', direction: 'Lookahead', negated: false }],
  ['?!', { kind: 'Lookaround', direction: 'Lookahead', negated: true }],
  ['?<=', { kind: 'Lookaround', direction: 'Lookbehind', negated: false }],
  ['?<!', { kind: 'Lookaround', direction: 'Lookbehind', negated: true }],
  ['?>', { kind: 'Atomic' }],
]);

const refusedHeads: readonly (readonly [start: RegExp, what: string])[] = [
  [/\*/y, 'Verbs such as (*ACCEPT) are'],
  [/\?\(/y, 'Conditional groups are'],
  [/\?\|/y, 'Groups that reset the numbering are'],
  [/\?(?:R|&|P>|[+-]?\d)/y, 'Calls of groups are'],
  [/\?C/y, 'Callouts are'],
];

/** Reads a group head after its `(`; undefined after an error. */
export function readGroupHead(reader: PatternReader): GroupHead | undefined {
  // Nearly all groups are one of these two.
  if (take(reader, '?:')) return { kind: 'Plain', flags: reader.flags };
  const mark = peek(reader);
  if (mark !== '?' && mark !== '*') return unnamedGroup(reader);
  const start = reader.index - 1;
  for (const [pattern, what] of refusedHeads) {
    pattern.lastIndex = reader.index;
    if (!pattern.test(reader.text)) continue;
    fail(reader, `${what} not supported.`, start);
    return undefined;
  }
  reader.index += 1;
  if (take(reader, 'P=')) return readNamedReference(reader, start);
  reader.index -= 1;
  for (const [token, head] of fixedHeads) if (take(reader, token)) return head;
  reader.index += 1;
  if (/^(?:P?<|')/.test(reader.text.slice(reader.index, reader.index + 2))) {
    return readName(reader, start);
  }
  return readFlags(reader, start);
}

function unnamedGroup({ flags }: PatternReader): GroupHead {
  return flags.namedOnly ? { kind: 'Plain', flags } : { kind: 'Capture', name: undefined };
}

/** Skips `(?#...)`; returns whether it is there. */
export function skipComment(reader: PatternReader): boolean {
  const start = reader.index;
  if (!take(reader, '(?#')) return false;
  if (takeUntil(reader, ')') === undefined) fail(reader, 'This comment is never closed.', start);
  return true;
}

function readNamedReference(reader: PatternReader, start: number): GroupHead | undefined {
  const name = takeUntil(reader, ')') ?? '';
  const reference = referenceTo(reader, name, start);
  return reference?.kind === 'BackReference' ? reference : undefined;
}

function readName(reader: PatternReader, start: number): GroupHead | undefined {
  const written = takeMatch(reader, /P?<[A-Za-z_]\w*>|'[A-Za-z_]\w*'/y);
  const name = written.replace(/^P?<|[>']/g, '');
  if (name === '') {
    fail(
      reader,
      'A group name consists of letters, digits and _, and does not begin with a digit.',
      start,
    );
    return undefined;
  }
  if (reader.groupNames.has(name) && !mayRepeat(reader, name)) {
    fail(reader, `Two groups are named ${name}.`, start);
    return undefined;
  }
  return { kind: 'Capture', name };
}

/** A reference to several groups would mean the first of them that is set, which the AST cannot express. */
function mayRepeat({ flags, referredNames }: PatternReader, name: string): boolean {
  return flags.duplicateNames && !referredNames.has(name);
}

/** Gives the group of number `index` a name that it may have. */
export function nameGroup({ groupNames }: PatternReader, name: string, index: number): void {
  groupNames.set(name, groupNames.has(name) ? 'several' : index);
}

const flagNames: ReadonlyMap<string, keyof RegexFlags> = new Map([
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['x', 'extended'],
  ['U', 'ungreedy'],
  ['n', 'namedOnly'],
  ['J', 'duplicateNames'],
]);

/** `?^` in PCRE2: switches i, m, n, s and x off. */
const plainFlags: Partial<RegexFlags> = {
  ignoreCase: false,
  multiline: false,
  namedOnly: false,
  dotAll: false,
  extended: false,
};

/** Reads flags such as `i`, `i-s`, `^i`, `-i`, then `)` or `:`. */
function readFlags(reader: PatternReader, start: number): GroupHead | undefined {
  let flags = take(reader, '^') ? { ...reader.flags, ...plainFlags } : reader.flags;
  let value = true;
  for (;;) {
    if (take(reader, ')')) return { kind: 'Flags', flags };
    if (take(reader, ':')) return { kind: 'Plain', flags };
    if (value && take(reader, '-')) {
      value = false;
      continue;
    }
    const name = flagNames.get(peek(reader));
    if (name === undefined) break;
    reader.index += 1;
    if (value && name === 'extended' && peek(reader) === 'x') {
      const hint = 'Write x, and remove the blanks from bracket expressions.';
      fail(reader, 'The flag xx is not supported.', start, hint);
      return undefined;
    }
    flags = { ...flags, [name]: value };
  }
  const hint =
    'Groups begin with (, (?:, (?i:, (?P<name>, (?=, (?!, (?<=, (?<! or (?>; flags are imsxUnJ.';
  fail(reader, 'Unknown group or flag.', start, hint);
  return undefined;
}
