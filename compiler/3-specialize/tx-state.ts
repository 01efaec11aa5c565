/**
 * What is known of TX at one point of the program: for each name the values it may have there. Sound: a value that a
 * rule can give it on any path to that point is in the set, or the set is 'any'.
 */
import { lowerAscii } from '#engine/bytes/byte-string.ts';

/** The possible values of a variable. A member undefined means that it may be unset. */
export type Values = ReadonlySet<string | undefined> | 'any';

export type TxState = {
  /** By name in lower case. A missing name has never been written, so it is unset. */
  readonly values: ReadonlyMap<string, Values>;
  /** Names with one of these prefixes may have been written under a name that is formed at run time. */
  readonly dynamicPrefixes: ReadonlySet<string>;
};

/** The largest set of values; larger sets become 'any'. */
export const MAX_VALUES = 16;

export const UNSET: Values = new Set([undefined]);

export const emptyState: TxState = { values: new Map(), dynamicPrefixes: new Set() };

export function lookup(state: TxState, name: string): Values {
  const key = lowerAscii(name);
  for (const prefix of state.dynamicPrefixes) if (key.startsWith(prefix)) return 'any';
  return state.values.get(key) ?? UNSET;
}

/** Returns the state after `name` has been assigned one of `values`. */
export function assign(state: TxState, name: string, values: Values): TxState {
  const key = lowerAscii(name);
  return { ...state, values: new Map(state.values).set(key, values) };
}

/** Returns the state after a variable whose name starts with `prefix` may have been written. */
export function assignDynamic(state: TxState, prefix: string): TxState {
  const dynamicPrefixes = new Set([...state.dynamicPrefixes, lowerAscii(prefix)]);
  return { ...state, dynamicPrefixes };
}

/** Returns what holds in both states; either may be the actual one. */
export function join(left: TxState | undefined, right: TxState | undefined): TxState | undefined {
  if (left === undefined) return right;
  if (right === undefined || left === right) return left;
  return {
    values: joinValues(left.values, right.values),
    dynamicPrefixes: new Set([...left.dynamicPrefixes, ...right.dynamicPrefixes]),
  };
}

type ValuesByName = TxState['values'];

/**
 * Joins the values by name. Thousands of states are joined, and most values are the same object in both, so these are
 * not compared.
 */
function joinValues(left: ValuesByName, right: ValuesByName): ValuesByName {
  if (left === right) return left;
  const values = new Map(left);
  for (const [key, found] of right) {
    const known = left.get(key) ?? UNSET;
    if (known !== found) values.set(key, union(known, found));
  }
  for (const [key, found] of left) {
    if (!right.has(key)) values.set(key, union(found, UNSET));
  }
  return values;
}

export function union(left: Values, right: Values): Values {
  if (left === 'any' || right === 'any') return 'any';
  const others = [...right].filter((value) => !left.has(value));
  const both = others.length === 0 ? left : new Set([...left, ...others]);
  return both.size > MAX_VALUES ? 'any' : both;
}

export function sameState(left: TxState, right: TxState): boolean {
  if (left === right) return true;
  if (left.dynamicPrefixes.size !== right.dynamicPrefixes.size) return false;
  if (left.values.size !== right.values.size) return false;
  for (const [key, values] of left.values) {
    const others = right.values.get(key);
    if (others === undefined || !sameValues(values, others)) return false;
  }
  return true;
}

function sameValues(left: Values, right: Values): boolean {
  if (left === 'any' || right === 'any') return left === right;
  return left.size === right.size && [...left].every((value) => right.has(value));
}
