/** Evaluates tests with constant targets: TX variables, and bodies that are never inspected. */
import type { Settings } from '#engine/host/compiled-waf.ts';
import { argumentMacro } from '../2-resolve/macro-text.ts';
import type { Target } from '../2-resolve/ruleset.ts';
import { macroTexts } from './evaluate-macro.ts';
import { evaluateOperator } from './evaluate-operator.ts';
import { anyOf, type Outcome, outcomeOf } from './outcome.ts';
import type { Test } from './program.ts';
import { transform } from './transform.ts';
import { lookup, type TxState, type Values } from './tx-state.ts';

/** Constants other than TX variables. */
export type FixedContext = {
  readonly settings: Settings;
  /** True when no rule can enable the response body. */
  readonly responseBodyOff: boolean;
  /** True when some rule reads the match of an earlier rule. */
  readonly readsMatches: boolean;
};

/** Returns whether the test matches at least one value, for all possible requests. */
export function testOutcome(test: Test, state: TxState, context: FixedContext): Outcome {
  if (test.targets.length === 0) return 'never';
  return anyOf(test.targets.map((target) => targetOutcome(test, target, state, context)));
}

function targetOutcome(test: Test, target: Target, state: TxState, context: FixedContext): Outcome {
  const values = targetValues(target, state, context);
  if (values === 'any') return 'maybe';
  const results: boolean[] = [];
  for (const value of values) {
    const result = value === undefined ? [false] : valueResults(test, value, state, context);
    if (result === undefined) return 'maybe';
    results.push(...result);
  }
  return outcomeOf(results);
}

/** Returns the results for one value and all possible texts of the argument; undefined when they are not known. */
function valueResults(
  test: Test,
  value: string,
  state: TxState,
  { settings }: FixedContext,
): readonly boolean[] | undefined {
  if (test.multiMatch) return undefined;
  const transformed = transform(value, test.transformations, settings.unicodeMap);
  const texts = macroTexts(argumentMacro(test.argument), state);
  if (texts === 'any') return undefined;
  const results: boolean[] = [];
  for (const text of texts) {
    const result = evaluateOperator(test, transformed, text);
    if (result === undefined) return undefined;
    results.push(result !== test.negated);
  }
  return results;
}

/** Returns the possible values of the target. A member undefined means that it may have no value. */
function targetValues(target: Target, state: TxState, context: FixedContext): Values {
  const { variable, selector } = target;
  if (variable.name === 'RESPONSE_BODY' && context.responseBodyOff && target.mode === 'values') {
    return new Set(['']);
  }
  if (variable.name !== 'TX' || selector.kind !== 'Key' || target.except.length > 0) return 'any';
  const values = lookup(state, selector.key);
  if (values === 'any' || target.mode === 'values') return values;
  return new Set([...values].map((value) => (value === undefined ? '0' : '1')));
}
