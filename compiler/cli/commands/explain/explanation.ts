/** What there is to say of one rule, as plain data: the text, the JSON and the editor show the same. */

/** The rule as one or several profiles have it; profiles that share its text share the explanation. */
export type Explanation = {
  readonly id: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** All its directives as written. */
  readonly source: string;
  readonly profiles: readonly InProfile[];
};

export type InProfile = {
  readonly profile: string;
  readonly phase: number;
  readonly fate: Fate;
  /** Who changes the rule or can switch it off. */
  readonly exclusions: readonly Exclusion[];
};

export type Fate =
  /** A SecRuleRemove takes it away while the rules are read. */
  | { readonly kind: 'Removed' }
  /** The compiler has proved that it cannot matter. */
  | { readonly kind: 'Dropped'; readonly why: string }
  | {
      readonly kind: 'Kept';
      readonly links: readonly LinkExplanation[];
      /** What a match of all links does to the transaction, and where it is logged. */
      readonly outcome: readonly string[];
      /** The functions it is compiled to. */
      readonly code: string;
    };

export type LinkExplanation =
  | { readonly kind: 'Always'; readonly effects: readonly string[] }
  | {
      readonly kind: 'Test';
      /** After all exclusions that hold for every request. */
      readonly targets: string;
      readonly transformations: readonly string[];
      /** `@name` with its `!`. */
      readonly operator: string;
      readonly argument: string;
      /** undefined: the operator takes no expression. */
      readonly expression: ExpressionExplanation | undefined;
      /** One of these words is in every value that matches; undefined: no such words are known. */
      readonly prefilter: readonly string[] | undefined;
      /** Sets of bytes in words, such as `< or >`: every value that matches has a byte of each. */
      readonly needs: readonly string[];
      /** What a match does, such as `adds 5 to tx.score`. */
      readonly effects: readonly string[];
    };

/** How an expression runs, and what it would cost elsewhere. */
export type ExpressionExplanation = {
  /** The same as a RegExp of JavaScript, where case and dots are spelt out. */
  readonly javascript: string;
  /** States of the automaton, and classes of bytes that it distinguishes. */
  readonly states: number;
  readonly byteClasses: number;
  /** On an engine that backtracks, as far as could be shown. */
  readonly backtracking: 'linear' | 'polynomial' | 'exponential';
};

export type Exclusion = {
  /** A sentence without its stop. */
  readonly what: string;
  readonly file: string;
  readonly line: number;
};
