/** Writes the numbers of an AutomatonCode, and assigns indices to values that are used more than once. */
import { type AutomatonCode, digits } from '../automaton-code.ts';

/** Writes 5 bits a digit, lowest first; bit 6 means that more digits follow. */
export function writeNumbers(numbers: readonly number[]): AutomatonCode {
  let code = '';
  for (const number of numbers) {
    let rest = number;
    while (rest > 31) {
      code += digits.charAt((rest & 31) | 32);
      rest >>>= 5;
    }
    code += digits.charAt(rest);
  }
  return code;
}

/** Distinct values in order of first use. */
export type Registry<Value> = {
  readonly values: Value[];
  readonly indices: Map<string, number>;
};

export function createRegistry<Value>(): Registry<Value> {
  return { values: [], indices: new Map() };
}

/** Returns the index of `value`; equal keys get equal indices. */
export function indexOf<Value>(registry: Registry<Value>, key: string, value: Value): number {
  const known = registry.indices.get(key);
  if (known !== undefined) return known;
  registry.values.push(value);
  registry.indices.set(key, registry.values.length - 1);
  return registry.values.length - 1;
}
