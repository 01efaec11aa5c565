/** Merges TX states into all values that a variable may ever have had. The logging phase may see any of them. */
import { type TxState, UNSET, union, type Values } from './tx-state.ts';

export function mergeEver(ever: TxState, state: TxState): TxState {
  if (ever === state) return ever;
  const values = new Map<string, Values>(ever.values);
  for (const [key, found] of state.values) {
    const known = ever.values.get(key) ?? UNSET;
    if (known !== found) values.set(key, union(known, found));
  }
  return {
    values,
    dynamicPrefixes: new Set([...ever.dynamicPrefixes, ...state.dynamicPrefixes]),
  };
}
