/**
 * Program: all that emit knows. Phases are split, skips are structured by label, ctl names rules by
 * rule index, and every optional pass has done its part. Values are plain data, so a Program prints as JSON.
 */
import type { Manifest, Settings } from '../../runtime/engine/host/compiled-waf.ts';
import type { RuleInfo } from '../../runtime/engine/host/rule-info.ts';
import type { RuleRange } from '../../runtime/engine/transaction/rule-index-set.ts';
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
  /** What the folding passes decided, for the summary and for `explain`. */
  readonly folded: readonly FoldedRule[];
  /** The rule indexes of each ruleRemove ctl; [] until plan-exclusions has run. */
  readonly removals: readonly (readonly RuleRange[])[];
  readonly sharing: Sharing;
  /** Debug log level 9: rules trace what they look at, and all are as written. */
  readonly traced: boolean;
  /** How @rx of rules runs: V8's RegExp, or automata that are linear in the input. */
  readonly matching: 'Backtracking' | 'Linear';
  /** Of the prefilter. */
  readonly clauses: readonly PrefilterClause[];
  /** Lower-case names of the TX variables that have registers; the first one has register 0. */
  readonly txRegisters: readonly string[];
};

/** What every match has one of. */
export type PrefilterClause = {
  /** Lower case, 2 bytes or more. */
  readonly literals: readonly string[];
  /** A mask of byte classes (byte-classes.ts of the engine). */
  readonly byteClasses: number;
};

export type PhaseProgram = { readonly phase: Phase; readonly steps: readonly Step[] };

export type Step = Rule | Marker;

/** Where a skip lands. */
export type Marker = { readonly kind: 'Marker'; readonly label: string };

/** A rule that is not emitted, and why. */
export type FoldedRule = { readonly id: number; readonly why: string };

export type Rule = {
  readonly kind: 'Rule';
  /** Number of the rule in load order, over all phases: what ctl and its guards speak of. */
  readonly ruleIndex: number;
  readonly info: RuleInfo;
  readonly links: readonly Link[];
  readonly message: Macro | undefined;
  readonly logdata: Macro | undefined;
  /** What RULE:msg and RULE:logdata hold; undefined: the rule has no such target. */
  readonly texts: RuleTexts | undefined;
  readonly disruptive: Disruptive | undefined;
  /** On a match, go on after this marker. */
  readonly skipTo: string | undefined;
  /** Which run-time guards a ctl makes necessary. */
  readonly condition: RuleCondition;
};

/** Expanded each time that a target reads them, so no pass may fold them. */
export type RuleTexts = {
  readonly message: Macro | undefined;
  readonly logdata: Macro | undefined;
};

export type RuleCondition = {
  readonly removable: boolean;
  readonly excludable: boolean;
  /** The ruleRemove ctls that may run before it, by their index in `removals`; [] when not known. */
  readonly removedBy: readonly number[];
  /** What was folded holds only if the rule runs, so that no host may switch it off. */
  readonly required: boolean;
  /** What was folded holds only for all its targets, so that no host may take one from it. */
  readonly fixedTargets: boolean;
};

export type Link = {
  /** Undefined: always matches once. */
  readonly test: Test | undefined;
  readonly effects: readonly Effect[];
  readonly message: Macro | undefined;
  readonly logdata: Macro | undefined;
};

export type Test = ResolvedTest & {
  /** Index of the prefilter clause that every match meets; undefined: none. */
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

/** What is computed once and used by several rules; the empty sharing means nothing is. */
export type Sharing = {
  /** Selections are cached for the phase, results of transformations for the transaction. */
  readonly kind: 'PerRule' | 'PerTransaction';
};

/** Every pass is optional: without it the program means the same and runs slower. */
export type Pass = {
  /** As `compile --print-after` takes it; no two passes share one. */
  readonly name: string;
  readonly run: (program: Program) => Program;
  /** Names of the passes that stand before it: it makes more of what they leave. */
  readonly needs: readonly string[];
  /** False: it decides beforehand what a trace (debug log level 9) shows, so traced programs do without it. */
  readonly keepsTrace: boolean;
  /** Why it stands where it does. */
  readonly because: string;
};
