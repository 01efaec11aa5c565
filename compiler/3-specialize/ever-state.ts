/** Every value that any variable may have had anywhere: what the logging phase may find. */
import { type TxState, union, type Values } from './tx-state.ts';

export function mergeEver(ever: TxState, state: TxState): TxState {
  if (ever === state) return ever;
  const values = new Map<string, Values>(ever.values);
  for (const [key, found] of state.values) {
    values.set(key, union(values.get(key) ?? new Set([undefined]), found));
  }
  return {
    values,
    dynamicPrefixes: new Set([...ever.dynamicPrefixes, ...state.dynamicPrefixes]),
  };
}
