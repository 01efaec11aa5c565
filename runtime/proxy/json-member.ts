/** Reads JSON that others have written: names that they choose never index a plain object. */

/** Returns an own member of an object; undefined: there is none, or `value` is no object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
