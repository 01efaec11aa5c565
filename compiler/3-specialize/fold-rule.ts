/** Folds one rule in a TX state: returns the folded rule and the states after it. */
import type { Macro } from '../2-resolve/ruleset.ts';
import { CAPTURE_NAMES } from '../language/capture-names.ts';
import { applyEffects } from './apply-effects.ts';
import { foldMacro, macroTexts } from './evaluate-macro.ts';
import { type FixedContext, testOutcome } from './evaluate-test.ts';
import { mapArgument, mapEffect } from './map-macros.ts';
import type { Outcome } from './outcome.ts';
import type { Effect, Link, Rule, Test } from './program.ts';
import { join, sameState, type TxState } from './tx-state.ts';

export type FoldedStep = {
  /** Undefined when the rule never matches. */
  readonly rule: Rule | undefined;
  /** The state after a match; undefined when the rule never matches. */
  readonly matched: TxState | undefined;
  /** The state after it ran without a match; undefined when the rule always matches. */
  readonly unmatched: TxState | undefined;
};

export function foldRule(rule: Rule, start: TxState, context: FixedContext): FoldedStep {
  let state = start;
  let unmatched: TxState | undefined;
  let fixedTargets = rule.condition.fixedTargets;
  const links: Link[] = [];
  for (const link of rule.links) {
    const outcome = linkOutcome(link, rule, state, context);
    if (link.test !== undefined && outcome !== 'maybe') fixedTargets = true;
    // Effects of earlier links remain when a later link does not match
    // (docs/spec/seclang-evaluation.md#rules-and-chains).
    if (outcome !== 'always') unmatched = join(unmatched, state);
    if (outcome === 'never') {
      const leavesTraces = links.some(hasEffects) || (links.length > 0 && context.readsMatches);
      const condition = { ...rule.condition, required: true, fixedTargets: true };
      if (leavesTraces) return { rule: { ...rule, condition }, matched: undefined, unmatched };
      return { rule: undefined, matched: undefined, unmatched };
    }
    const folded = foldLink(link, state, outcome);
    links.push(folded.link);
    state = folded.state;
  }
  const fold = (macro: Macro | undefined): Macro | undefined => macro && foldMacro(macro, state);
  const required = rule.condition.required || !maySkip(rule, start, state, unmatched);
  const condition = { ...rule.condition, required, fixedTargets };
  const texts = { message: fold(rule.message), logdata: fold(rule.logdata) };
  const folded = { ...rule, links, ...texts, condition };
  return { rule: folded, matched: state, unmatched };
}

/** Returns whether everything that is known after the rule also holds when the rule does not run. */
function maySkip(
  { skipTo, disruptive }: Rule,
  start: TxState,
  matched: TxState,
  unmatched: TxState | undefined,
): boolean {
  const after = unmatched ?? matched;
  const goesOn = skipTo === undefined && disruptive?.kind !== 'allow';
  return sameState(join(after, start) ?? start, after) && (unmatched !== undefined || goesOn);
}

function hasEffects(link: Link): boolean {
  return link.effects.length > 0 || link.test?.capture === true;
}

function linkOutcome(link: Link, rule: Rule, state: TxState, context: FixedContext): Outcome {
  if (link.test === undefined) return 'always';
  const outcome = testOutcome(link.test, state, context);
  if (!rule.condition.excludable) return outcome;
  const counts = link.test.targets.some((target) => target.mode === 'count');
  return outcome === 'always' || counts ? 'maybe' : outcome;
}

/** Returns the link with constant macros replaced, and the state after it has matched. */
function foldLink(
  link: Link,
  start: TxState,
  outcome: Outcome,
): { readonly link: Link; readonly state: TxState } {
  const once = matchesOnce(link.test) && outcome === 'always';
  const before = once ? start : loopState(link, start);
  const effects: Effect[] = [];
  // A match stores its captures before its effects run, so that these can read them.
  let state = applyCapture(link.test, before);
  for (const effect of link.effects) {
    effects.push(foldEffect(effect, state));
    state = applyEffects([effect], state);
  }
  const fold = (macro: Macro | undefined): Macro | undefined => macro && foldMacro(macro, state);
  const test = link.test && foldTest(link.test, before);
  return {
    link: { test, effects, message: fold(link.message), logdata: fold(link.logdata) },
    state,
  };
}

/** Returns whether the test has one target with exactly one value, so that the effects run exactly once. */
function matchesOnce(test: Test | undefined): boolean {
  if (test === undefined) return true;
  const [target, ...others] = test.targets;
  if (target === undefined || others.length > 0 || test.multiMatch) return false;
  return target.mode === 'count' || target.selector.kind === 'Key';
}

/** Returns the state before any one of several matches: the effects of earlier matches may have run. */
function loopState(link: Link, start: TxState): TxState {
  let state = applyCapture(link.test, start);
  state = join(start, state) ?? start;
  for (;;) {
    const next = join(state, applyEffects(link.effects, state)) ?? state;
    if (sameState(next, state)) return state;
    state = next;
  }
}

function applyCapture(test: Test | undefined, state: TxState): TxState {
  if (test?.capture !== true) return state;
  if (CAPTURE_NAMES.every((name) => state.values.get(name) === 'any')) return state;
  const values = new Map(state.values);
  for (const name of CAPTURE_NAMES) values.set(name, 'any');
  return { ...state, values };
}

function foldTest(test: Test, state: TxState): Test {
  const argument = mapArgument(withValues(test.argument, state), (macro) =>
    foldMacro(macro, state),
  );
  return { ...test, argument };
}

function withValues(argument: Test['argument'], state: TxState): Test['argument'] {
  if (argument.kind !== 'Expression') return argument;
  const texts = macroTexts(argument.text, state);
  return { ...argument, values: texts === 'any' ? undefined : [...texts] };
}

function foldEffect(effect: Effect, state: TxState): Effect {
  switch (effect.kind) {
    case 'Control':
    case 'RemoveRules':
    case 'RemoveTarget':
      return effect;
    default:
      return mapEffect(effect, (macro) => foldMacro(macro, state));
  }
}
