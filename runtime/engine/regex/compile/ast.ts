/** AST of a regular expression over bytes: flags, case and `.` are already resolved to byte sets. */
import type { ByteString } from '../../bytes/byte-string.ts';
import type { ByteSet } from './byte-set.ts';

/** Char offsets into the pattern, end exclusive. */
type Located = { readonly start: number; readonly end: number };

export type Node =
  | Alternation
  | Sequence
  | Repeat
  | Group
  | Bytes
  | Anchor
  | Lookaround
  | BackReference
  | Atomic;

/** Alternatives in the order in which they are tried. */
export type Alternation = Located & {
  readonly kind: 'Alternation';
  readonly alternatives: readonly Node[];
};

/** Without items it matches the empty string. */
export type Sequence = Located & { readonly kind: 'Sequence'; readonly items: readonly Node[] };

export type Repeat = Located & {
  readonly kind: 'Repeat';
  readonly item: Node;
  readonly min: number;
  /** undefined: unlimited. */
  readonly max: number | undefined;
  readonly greedy: boolean;
};

/** A capturing group; a group without a capture has no node. */
export type Group = Located & {
  readonly kind: 'Group';
  /** From 1, in order of the opening parentheses. */
  readonly index: number;
  readonly name: string | undefined;
  readonly item: Node;
};

/** One byte out of a set; the empty set never matches. */
export type Bytes = Located & { readonly kind: 'Bytes'; readonly set: ByteSet };

export type AnchorPosition =
  | 'TextStart'
  | 'TextEnd'
  /** `\Z`: at the end, or before a line feed that is the last byte. */
  | 'TextEndOptionalNewline'
  /** `(?m)^`: at the start, or after a line feed that is not the last byte (PCRE). */
  | 'LineStart'
  | 'LineEnd'
  | 'WordBoundary'
  | 'NotWordBoundary';

export type Anchor = Located & { readonly kind: 'Anchor'; readonly position: AnchorPosition };

export type Lookaround = Located & {
  readonly kind: 'Lookaround';
  readonly direction: 'Lookahead' | 'Lookbehind';
  readonly negated: boolean;
  readonly item: Node;
};

export type BackReference = Located & {
  readonly kind: 'BackReference';
  readonly group: number;
  readonly ignoreCase: boolean;
};

/** `(?>...)` and possessive quantifiers that simpler nodes cannot express (make-atomic.ts). */
export type Atomic = Located & { readonly kind: 'Atomic'; readonly item: Node };

export type Regex = {
  readonly pattern: ByteString;
  readonly root: Node;
  /** Capturing groups, without the whole match. */
  readonly captureCount: number;
};
