/** The explanation of a rule as plain data, which text, JSON and editors show. */

/** The rule in one or several profiles. Profiles with the same text of the rule share the explanation. */
export type Explanation = {
  readonly id: number;
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** All directives of the rule as written. */
  readonly source: string;
  readonly profiles: readonly InProfile[];
};

export type InProfile = {
  readonly profile: string;
  readonly phase: number;
  readonly fate: Fate;
  /** The directives and rules that change the rule or can disable it. */
  readonly exclusions: readonly Exclusion[];
};

export type Fate =
  /** A SecRuleRemove removes it while the rules are loaded. */
  | { readonly kind: 'Removed' }
  /** The compiler has proved that it has no effect. */
  | { readonly kind: 'Dropped'; readonly why: string }
  | {
      readonly kind: 'Kept';
      readonly links: readonly LinkExplanation[];
      /** A chain is tested only when some value of its first rule contains one of these words; undefined: always. */
      readonly prefilter: readonly string[] | undefined;
      /** What a match of all links does to the transaction, and where it is logged. */
      readonly outcome: readonly string[];
      /** The functions of the compiled rule. */
      readonly code: string;
    };

export type LinkExplanation =
  | { readonly kind: 'Always'; readonly effects: readonly string[] }
  | {
      readonly kind: 'Test';
      /** After all exclusions that apply to every request. */
      readonly targets: string;
      readonly transformations: readonly string[];
      /** `@name`, with its `!` when negated. */
      readonly operator: string;
      readonly argument: string;
      /** Undefined when the operator takes no expression. */
      readonly expression: ExpressionExplanation | undefined;
      /** Every matching value contains one of these words; undefined when none are known. */
      readonly prefilter: readonly string[] | undefined;
      /** Descriptions of sets of bytes, such as `< or >`. Every matching value has a byte of each set. */
      readonly needs: readonly string[];
      /** What a match does, such as `adds 5 to tx.score`. */
      readonly effects: readonly string[];
    };

/** How an expression runs, and its cost in other engines. */
export type ExpressionExplanation = {
  /** The equivalent JavaScript RegExp, in which letter case and dots are written out. */
  readonly javascript: string;
  /** The number of states of the automaton, and of byte classes that it distinguishes. */
  readonly states: number;
  readonly byteClasses: number;
  /** The cost in a backtracking engine, as far as it can be shown. */
  readonly backtracking: 'linear' | 'polynomial' | 'exponential';
};

export type Exclusion = {
  /** A sentence without its full stop. */
  readonly what: string;
  readonly file: string;
  readonly line: number;
};
