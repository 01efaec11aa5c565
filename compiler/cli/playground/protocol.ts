/**
 * The messages between the page and the compiler in its worker, as plain data. Texts of files and requests are byte
 * strings (one char a byte); all other texts are characters for display.
 */
import type { SeverityLevel } from '#compiler/diagnostics.ts';
import type { RunReport } from '../inspection/run-request.ts';

export type File = { readonly path: string; readonly text: string };

/** The changes since the last message of this kind. Answers contain the revision that they refer to. */
export type Change = {
  readonly kind: 'Change';
  readonly revision: number;
  readonly files: readonly File[];
  readonly removed: readonly string[];
  /** Paths and patterns in load order, as a profile lists them. */
  readonly entries: readonly string[];
  /** False: only the request has changed. */
  readonly changesRules: boolean;
  /** A raw HTTP request, or a curl command line. */
  readonly request: string;
};

/** A query about the present rules; `line` counts from 1. */
export type Query =
  | { readonly kind: 'Rule'; readonly path: string; readonly line: number }
  | { readonly kind: 'Costs' }
  | { readonly kind: 'Module'; readonly path: string };

export type ToCompiler = Change | ({ readonly revision: number } & Query);

export type ToPage =
  | { readonly kind: 'Ready' }
  | ({ readonly kind: 'Checked'; readonly revision: number } & Checked)
  | ({ readonly kind: 'Compiled'; readonly revision: number } & Compiled)
  | { readonly kind: 'Refused'; readonly revision: number }
  | { readonly kind: 'Ran'; readonly revision: number; readonly report: RunReport }
  | { readonly kind: 'NotRun'; readonly revision: number; readonly message: string }
  | { readonly kind: 'Rule'; readonly revision: number; readonly text: string | undefined }
  | { readonly kind: 'Costs'; readonly revision: number; readonly rules: readonly RuleCost[] }
  | { readonly kind: 'Module'; readonly revision: number; readonly text: string }
  /** An internal error. */
  | { readonly kind: 'InternalError'; readonly revision: number; readonly message: string };

export type Checked = {
  readonly findings: readonly ShownFinding[];
  /** The output of `portcullis check`. */
  readonly text: string;
  /** `2 errors, 1 warning`. */
  readonly count: string;
  readonly milliseconds: number;
};

export type ShownFinding = {
  /** undefined: the finding concerns the list of files. */
  readonly path: string | undefined;
  readonly from: ShownPosition;
  readonly to: ShownPosition;
  readonly severity: SeverityLevel;
  readonly code: string;
  /** The meaning of the code. */
  readonly meaning: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly notes: readonly string[];
};

/** A position as in the editor: the line from 1, the column in UTF-16 units from 0. */
export type ShownPosition = { readonly line: number; readonly column: number };

export type Compiled = {
  /** Paths of the emitted modules. */
  readonly modules: readonly string[];
  /** The number of rules that were read, and of those that remain to run. */
  readonly rules: { readonly read: number; readonly active: number };
  readonly milliseconds: number;
};

/** The cost of a rule: its preconditions and the size of its expressions. */
export type RuleCost = {
  readonly id: number;
  readonly path: string;
  readonly line: number;
  readonly phase: number;
  /** Why the compiler has dropped the rule; undefined when it remains. */
  readonly dropped: string | undefined;
  readonly links: readonly LinkCost[];
};

export type LinkCost = {
  readonly operator: string;
  /** Every value that matches contains one of these words; undefined when there is no such list. */
  readonly words: readonly string[] | undefined;
  /** Descriptions of byte sets. Every value that matches contains a byte of each set. */
  readonly needs: readonly string[];
  /** The number of states of the automaton; undefined when the operator takes no expression. */
  readonly states: number | undefined;
  readonly byteClasses: number | undefined;
  /** The running time on an engine that backtracks. */
  readonly backtracking: 'linear' | 'polynomial' | 'exponential' | undefined;
};
