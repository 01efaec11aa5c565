/**
 * The Program is the only input of emit. Phases are split, skips refer to labels, ctl refers to rule indexes, and all
 * optional passes have run. Values are plain data, so a Program prints as JSON.
 */
import type { Manifest, Settings } from '#engine/host/compiled-waf.ts';
import type { RuleInfo } from '#engine/host/rule-info.ts';
import type { RuleRange } from '#engine/transaction/rule-index-set.ts';
import type {
  Control,
  Disruptive,
  Exclusion,
  Macro,
  Phase,
  Effect as ResolvedEffect,
  Test as ResolvedTest,
  Variable,
} from '../2-resolve/ruleset.ts';
import type { Span } from '../source.ts';

export type Program = {
  readonly settings: Settings;
  readonly manifest: Manifest;
  /** Phases 1 to 5. */
  readonly phases: readonly PhaseProgram[];
  /** Rules that passes have removed and why, for the summary and for `explain`. */
  readonly folded: readonly FoldedRule[];
  /** The rule indexes of each ruleRemove ctl; empty until plan-exclusions has run. */
  readonly removals: readonly (readonly RuleRange[])[];
  readonly sharing: Sharing;
  /** True at debug log level 9: rules trace what they inspect, and no rule is folded. */
  readonly traced: boolean;
  /** The engine that runs @rx: V8's RegExp, or automata that are linear in the input. */
  readonly matching: 'Backtracking' | 'Linear';
  /** The clauses of the prefilter. */
  readonly clauses: readonly PrefilterClause[];
  /** Names, in lower case, of the TX variables that have registers. The first one has register 0. */
  readonly txRegisters: readonly string[];
};

/** A disjunction: every match contains one of the literals or a byte of the byte classes. */
export type PrefilterClause = {
  /** In lower case; each has 2 bytes or more. */
  readonly literals: readonly string[];
  /** A mask of byte classes (byte-classes.ts of the engine). */
  readonly byteClasses: number;
};

export type PhaseProgram = { readonly phase: Phase; readonly steps: readonly Step[] };

export type Step = Rule | Marker;

/** The target of a skip. */
export type Marker = { readonly kind: 'Marker'; readonly label: string };

/** A rule that is not emitted, and the reason. */
export type FoldedRule = { readonly id: number; readonly why: string };

export type Rule = {
  readonly kind: 'Rule';
  /** Number of the rule in load order over all phases. ctl and run-time conditions refer to it. */
  readonly ruleIndex: number;
  readonly info: RuleInfo;
  /**
   * Index of a prefilter clause, for chains: unless some value of the first link satisfies it, the rule only sets TX.0
   * to the last value (chain-requirement.ts). Undefined when there is none.
   */
  readonly clause: number | undefined;
  readonly links: readonly Link[];
  readonly message: Macro | undefined;
  readonly logdata: Macro | undefined;
  /** The texts of RULE:msg and RULE:logdata; undefined when the rule has no such target. */
  readonly texts: RuleTexts | undefined;
  readonly disruptive: Disruptive | undefined;
  /** The label of the marker after which a match continues. */
  readonly skipTo: string | undefined;
  /** The run-time conditions that ctl and exclusions of hosts require. */
  readonly condition: RuleCondition;
};

/** Expanded at each read by a target, so no pass may fold them. */
export type RuleTexts = {
  readonly message: Macro | undefined;
  readonly logdata: Macro | undefined;
};

export type RuleCondition = {
  readonly removable: boolean;
  readonly excludable: boolean;
  /** Indexes in `removals` of the ruleRemove ctls that may run before the rule; empty when not known. */
  readonly removedBy: readonly number[];
  /** True when folding relies on the rule running, so that no host may disable it. */
  readonly required: boolean;
  /** True when folding relies on all its targets, so that no host may exclude one. */
  readonly fixedTargets: boolean;
};

export type Link = {
  /** Undefined when the link always matches once. */
  readonly test: Test | undefined;
  readonly effects: readonly Effect[];
  readonly message: Macro | undefined;
  readonly logdata: Macro | undefined;
};

export type Test = ResolvedTest & {
  /** Index of the prefilter clause that every match satisfies; undefined when there is none. */
  readonly clause: number | undefined;
  /** Masks of byte classes: every match has a byte of each mask. */
  readonly needs: readonly number[];
};

export type Effect =
  | Exclude<ResolvedEffect, { kind: 'Control' }>
  | (LoweredControl & { readonly span: Span });

type LoweredControl =
  | { readonly kind: 'Control'; readonly control: SettingControl }
  | { readonly kind: 'RemoveRules'; readonly rules: readonly RuleRange[] }
  | {
      readonly kind: 'RemoveTarget';
      readonly rules: readonly RuleRange[];
      readonly variable: Variable;
      readonly selector: Exclusion;
    };

export type SettingControl = Exclude<Control, { kind: 'RemoveRules' | 'RemoveTarget' }>;

/**
 * Which results are computed once for several rules. PerTransaction caches selections for the phase and results of
 * transformations for the transaction.
 */
export type Sharing = 'PerRule' | 'PerTransaction';

/** An optional pass: without it the program has the same meaning and runs slower. */
export type Pass = {
  /** The name for `compile --print-after`; it is unique. */
  readonly name: string;
  readonly run: (program: Program) => Program;
  /** Names of passes that must run before this one, because it uses their results. */
  readonly needs: readonly string[];
  /**
   * False when the pass removes something that a trace (debug log level 9) shows. It does not run on traced programs.
   */
  readonly keepsTrace: boolean;
  /** The reason for its position in the order. */
  readonly because: string;
};
