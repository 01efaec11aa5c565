/** Reads members of JSON from others. It never indexes a plain object with a name from such JSON. */

/** Returns an own member of an object; undefined when there is none, or when `value` is not an object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
