/** Emits tests of TX variables in registers: whether anything can match, before entries are created for them. */
import { parseInteger } from '#engine/bytes/parse-integer.ts';
import { eq, ge, gt, le, lt } from '#engine/operators/compare.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import type { Target } from '../2-resolve/ruleset.ts';
import type { Test } from '../3-specialize/program.ts';
import { type Code, joined, ts } from './code.ts';
import type { Shared } from './constant-pool.ts';
import { emitNumber } from './emit-number.ts';
import { engine } from './engine-names.ts';
import type { TxRegister } from './tx-register.ts';

/** Numeric comparisons: the JavaScript operator and the engine's function. */
const comparisons = new Map([
  ['eq', { sign: ts`===`, compare: eq }],
  ['ge', { sign: ts`>=`, compare: ge }],
  ['gt', { sign: ts`>`, compare: gt }],
  ['le', { sign: ts`<=`, compare: le }],
  ['lt', { sign: ts`<`, compare: lt }],
]);

/**
 * Returns a condition that holds whenever the test matches; undefined when the registers alone do not decide it.
 * `excludable` is true when a ctl may remove targets from the rule.
 */
export function emitRegisterTest(
  test: Test,
  excludable: boolean,
  shared: Shared,
): Code | undefined {
  if (test.targets.length === 0) return undefined;
  const hits: Code[] = [];
  for (const target of test.targets) {
    const { variable, selector } = target;
    const register =
      selector.kind === 'Key' ? shared.txRegister(variable.name, selector.key) : undefined;
    const hit = register && targetHit(register, target, { test, excludable, shared });
    if (hit === undefined) return undefined;
    hits.push(hit);
  }
  return hits.length === 1 ? hits[0] : ts`(${joined(hits, ' || ')})`;
}

type Context = { readonly test: Test; readonly excludable: boolean; readonly shared: Shared };

function targetHit(register: TxRegister, target: Target, context: Context): Code | undefined {
  if (target.mode === 'values') return valueHit(register, context);
  const isWhole = !context.excludable && target.except.length === 0;
  return isWhole ? countHit(register, context.test) : undefined;
}

function valueHit({ value }: TxRegister, { test, shared }: Context): Code {
  const isSet = ts`${value} !== undefined`;
  const { operator, argument, negated, transformations } = test;
  const comparison = comparisons.get(operator.engine);
  if (comparison === undefined || argument.kind !== 'Text' || transformations.length > 0) {
    return isSet;
  }
  const number = emitNumber(argument.text, shared);
  const compared = ts`${engine('registerNumber')}(${value}) ${comparison.sign} ${number}`;
  const matches = negated ? ts`!(${compared})` : compared;
  // An unset variable counts as 0 here.
  return matchesNumber(test, '0') === false ? matches : ts`${isSet} && ${matches}`;
}

/** Returns the condition on a count. The count of one name is "0" or "1". */
function countHit({ value }: TxRegister, test: Test): Code | undefined {
  const [unset, set] = [matchesNumber(test, '0'), matchesNumber(test, '1')];
  if (unset === undefined || set === undefined || unset === set) return undefined;
  return unset ? ts`${value} === undefined` : ts`${value} !== undefined`;
}

/** Returns whether the test matches the number; undefined when that is not known at compile time. */
function matchesNumber(
  { operator, argument, negated, transformations }: Test,
  number: string,
): boolean | undefined {
  const comparison = comparisons.get(operator.engine);
  if (comparison === undefined || argument.kind !== 'Text') return undefined;
  const text = literalText(argument.text);
  if (text === undefined || transformations.length > 0) return undefined;
  return comparison.compare(number, parseInteger(text)) !== negated;
}
