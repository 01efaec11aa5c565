/**
 * What the page and the compiler in its worker say to each other: plain data. Texts of files and requests are byte
 * strings (one char a byte); what is shown is text.
 */
import type { SeverityLevel } from '../../diagnostics.ts';
import type { RunReport } from '../inspection/run-request.ts';

export type File = { readonly path: string; readonly text: string };

/** What the page has changed since it last said so. Answers carry the revision that they are of. */
export type Change = {
  readonly kind: 'Change';
  readonly revision: number;
  readonly files: readonly File[];
  readonly removed: readonly string[];
  /** Paths and patterns in load order, as a profile lists them. */
  readonly entries: readonly string[];
  /** False: the request alone has changed. */
  readonly changesRules: boolean;
  /** A raw HTTP request, or a curl command line. */
  readonly request: string;
};

/** Asked about the rules as they are now; `line` counts from 1. */
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
  /** A fault of ours. */
  | { readonly kind: 'Fault'; readonly revision: number; readonly message: string };

export type Checked = {
  readonly findings: readonly ShownFinding[];
  /** What `portcullis check` prints. */
  readonly text: string;
  /** `2 errors, 1 warning`. */
  readonly count: string;
  readonly milliseconds: number;
};

export type ShownFinding = {
  /** undefined: it is about the list of files. */
  readonly path: string | undefined;
  readonly from: ShownPosition;
  readonly to: ShownPosition;
  readonly severity: SeverityLevel;
  readonly code: string;
  /** What the code means. */
  readonly meaning: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly notes: readonly string[];
};

/** As the editor counts: the line from 1, the column in UTF-16 units from 0. */
export type ShownPosition = { readonly line: number; readonly column: number };

export type Compiled = {
  /** Paths of the emitted modules. */
  readonly modules: readonly string[];
  /** Rules that were read, and those that are left to run. */
  readonly rules: { readonly read: number; readonly active: number };
  readonly milliseconds: number;
};

/** What a rule costs: what must hold before it is called, and what its expressions are. */
export type RuleCost = {
  readonly id: number;
  readonly path: string;
  readonly line: number;
  readonly phase: number;
  /** Why the compiler has dropped it; undefined: it runs. */
  readonly dropped: string | undefined;
  readonly links: readonly LinkCost[];
};

export type LinkCost = {
  readonly operator: string;
  /** One of these is in every value that matches; undefined: no such words are known. */
  readonly words: readonly string[] | undefined;
  /** Sets of bytes in words; every value that matches has a byte of each. */
  readonly needs: readonly string[];
  /** States of the automaton; undefined: the operator takes no expression. */
  readonly states: number | undefined;
  readonly byteClasses: number | undefined;
  /** On an engine that backtracks. */
  readonly backtracking: 'linear' | 'polynomial' | 'exponential' | undefined;
};
