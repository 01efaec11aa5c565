/**
 * The RuleSet: all rules with names looked up, arguments parsed, defaults applied and chains linked. It does not depend
 * on the specialisation for a profile, and it is always valid.
 */
import type { XPath } from '#engine/body/xpath.ts';
import type { RuleOverride, Settings } from '#engine/host/compiled-waf.ts';
import type { Phase, Severity } from '#engine/host/rule-info.ts';
import type { PathTemplate } from '#engine/operators/restpath.ts';
import type { NidPattern } from '#engine/operators/validate-nid.ts';
import type { AutomatonCode } from '#engine/regex/automaton-code.ts';
import type { Regex } from '#engine/regex/compile/ast.ts';
import type * as ast from '../1-parse/ast.ts';
import type { Operator } from '../language/operators/index.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import type { VariableRecord } from '../language/variables/index.ts';
import type { Span } from '../source.ts';

export type { Phase };

export type RuleSet = {
  readonly settings: Settings;
  /** In load order; updates and removals are already applied. */
  readonly entries: readonly (Rule | Marker)[];
  /** Rules that a later directive removed or changed. */
  readonly overrides: readonly RuleOverride[];
  /** Number of rules read, before removals; for the summary. */
  readonly rulesRead: number;
  /** Directives that are not in `entries`, because they have errors or need unsupported features. */
  readonly leftOut: readonly Span[];
  /** Ids of rules that need unsupported features, in load order. For scripts, the ids in their actions. */
  readonly skipped: readonly number[];
  /** As written; operators that name a dataset already contain its entries. */
  readonly datasets: readonly ast.SecDataset[];
  /** As written, including those with errors. */
  readonly defaultActions: readonly ast.SecDefaultAction[];
};

export type Marker = { readonly kind: 'Marker'; readonly label: string; readonly span: Span };

export type Rule = {
  readonly kind: 'Rule';
  readonly id: number;
  readonly phase: Phase;
  /** The head and its chained rules, in order. */
  readonly links: readonly [Link, ...Link[]];
  readonly metadata: Metadata;
  readonly disruptive: Disruptive | undefined;
  /** As written, or that of SecDefaultAction, whatever the verdict: an update may give the rule another verdict. */
  readonly status: number | undefined;
  readonly skip: Skip | undefined;
  readonly log: boolean;
  readonly audit: boolean;
  readonly span: Span;
};

export type Metadata = {
  readonly message: Macro | undefined;
  readonly logdata: Macro | undefined;
  readonly rev: string;
  readonly ver: string;
  readonly severity: Severity | undefined;
  readonly maturity: number;
  readonly accuracy: number;
  readonly tags: readonly string[];
};

/** One SecRule or SecAction directive: its test, and the effects of each match. */
export type Link = {
  /** Undefined for a SecAction, which always matches once. */
  readonly test: Test | undefined;
  readonly effects: readonly Effect[];
  /** Texts of a chained rule; those of the head are in Metadata. */
  readonly message: Macro | undefined;
  readonly logdata: Macro | undefined;
  readonly span: Span;
  /** The directive in the AST; diagnostics refer to it. */
  readonly written: ast.SecRule | ast.SecAction;
};

export type Test = {
  readonly targets: readonly Target[];
  readonly operator: Operator;
  readonly negated: boolean;
  readonly argument: Argument;
  readonly transformations: readonly TransformationName[];
  readonly multiMatch: boolean;
  readonly capture: boolean;
};

/** A value to inspect. `except` holds the exclusions of the same rule that affect it. */
export type Target = {
  readonly mode: 'values' | 'count';
  readonly variable: Variable;
  readonly selector: Selector;
  readonly except: readonly Exclusion[];
  /** In the rule, or in the directive that added the target. */
  readonly span: Span;
};

export type Variable = { readonly name: string; readonly record: VariableRecord };

export type Selector =
  | { readonly kind: 'All' }
  /** Compared without case. */
  | { readonly kind: 'Key'; readonly key: string }
  | { readonly kind: 'Pattern'; readonly source: string; readonly code: AutomatonCode }
  | { readonly kind: 'XPath'; readonly source: string; readonly path: XPath };

export type Exclusion = Exclude<Selector, { kind: 'XPath' }>;

/** An operator's argument, parsed as its record requires. */
export type Argument =
  | { readonly kind: 'None' }
  /** No argument is written; the operator works on the transaction. */
  | { readonly kind: 'Transaction' }
  | { readonly kind: 'Text'; readonly text: Macro }
  | {
      readonly kind: 'Regex';
      readonly source: string;
      readonly regex: Regex;
      readonly code: AutomatonCode;
      /** For expressions with back-references; undefined when the automaton alone decides. */
      readonly backtracking: Backtracking | undefined;
    }
  /** An expression with macros. It is compiled when their values are known, either here or at run time. */
  | {
      readonly kind: 'Expression';
      readonly text: Macro;
      /** Limit of steps for one value, when it has back-references. */
      readonly limit: number;
      /** All texts that it can expand to; undefined when they are unknown or too many. */
      readonly values: readonly string[] | undefined;
    }
  | {
      readonly kind: 'Phrases';
      readonly phrases: readonly string[];
      readonly file: string | undefined;
    }
  | { readonly kind: 'Template'; readonly template: PathTemplate }
  /** @validateNid: the country, and the expression that finds candidates. */
  | {
      readonly kind: 'Candidates';
      readonly country: NidPattern['country'];
      readonly source: string;
      readonly code: AutomatonCode;
    }
  /** Valid addresses in the form that the engine's loaders take. */
  | { readonly kind: 'Addresses'; readonly entries: readonly string[] }
  | {
      readonly kind: 'ByteRange';
      readonly ranges: readonly (readonly [from: number, to: number])[];
    };

export type Backtracking = {
  /** Limit of steps for one value. */
  readonly limit: number;
  /** An automaton that matches whenever the expression does; undefined when there is none. */
  readonly filter: AutomatonCode | undefined;
};

export type Macro = readonly MacroPart[];

/**
 * `span` is where the part is written. When the compiler has substituted its text, it is where that text is written.
 */
export type MacroPart = MacroText & { readonly span: Span };

/** Content of one part of a macro. */
export type MacroText =
  | { readonly kind: 'Literal'; readonly text: string }
  | {
      readonly kind: 'Variable';
      readonly variable: Variable;
      readonly key: string | undefined;
    };

/** Collections that rules can write. */
export type WritableCollection = 'TX' | 'GLOBAL' | 'IP' | 'RESOURCE' | 'SESSION' | 'USER';

/** An effect of a match, run for every matching value. `span` is that of the action. */
export type Effect = EffectOfAction & { readonly span: Span };

export type EffectOfAction =
  | {
      readonly kind: 'SetVariable';
      readonly collection: WritableCollection;
      readonly name: Macro;
      readonly operation: 'set' | 'add' | 'subtract' | 'unset';
      readonly value: Macro;
    }
  | { readonly kind: 'SetEnv'; readonly name: Macro; readonly value: Macro }
  | {
      readonly kind: 'ExpireVariable';
      readonly collection: WritableCollection;
      readonly name: Macro;
      readonly seconds: Macro;
    }
  | {
      readonly kind: 'DeprecateVariable';
      readonly collection: WritableCollection;
      readonly name: Macro;
      readonly amount: number;
      readonly seconds: number;
    }
  | {
      /** initcol, setsid, setuid, setrsc. */
      readonly kind: 'InitCollection';
      readonly collection: Exclude<WritableCollection, 'TX'>;
      readonly key: Macro;
    }
  | { readonly kind: 'Control'; readonly control: Control };

export type Control =
  | { readonly kind: 'RuleEngine'; readonly mode: 'On' | 'Off' | 'DetectionOnly' }
  | { readonly kind: 'AuditEngine'; readonly mode: 'On' | 'Off' | 'RelevantOnly' }
  | {
      readonly kind: 'AuditLogParts';
      readonly change: 'set' | 'add' | 'remove';
      readonly parts: string;
    }
  | { readonly kind: 'DebugLogLevel'; readonly level: number }
  | { readonly kind: 'RequestBodyProcessor'; readonly processor: string }
  | { readonly kind: 'ResponseBodyProcessor'; readonly processor: string }
  | { readonly kind: SwitchControl; readonly on: boolean }
  | { readonly kind: 'RequestBodyLimit' | 'ResponseBodyLimit'; readonly bytes: number }
  | { readonly kind: 'RemoveRules'; readonly rules: RuleSelection }
  | {
      readonly kind: 'RemoveTarget';
      readonly rules: RuleSelection;
      readonly variable: Variable;
      readonly selector: Exclusion;
    };

export type SwitchControl =
  | 'RequestBodyAccess'
  | 'ResponseBodyAccess'
  | 'ForceRequestBodyVariable'
  | 'ForceResponseBodyVariable';

export type RuleSelection =
  | { readonly kind: 'Ids'; readonly ranges: readonly (readonly [from: number, to: number])[] }
  | { readonly kind: 'Tag'; readonly tag: string }
  | { readonly kind: 'Msg'; readonly message: string };

export type Disruptive =
  | { readonly kind: 'pass' }
  | { readonly kind: 'deny' | 'drop'; readonly status: number }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: Macro }
  | { readonly kind: 'allow'; readonly scope: 'all' | 'phase' | 'request' };

export type Skip =
  /** `span` is that of the action, in the rule or in the update that has added it. */
  | { readonly kind: 'After'; readonly label: string; readonly span: Span }
  | { readonly kind: 'Count'; readonly rules: number };
