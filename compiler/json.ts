/** Reading JSON of unknown shape, member by member. Names come from outside: no plain object is indexed with them. */

/** undefined: not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An own member of an object; undefined when there is none or `value` is no object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** The member at the end of a path of names. */
export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(member, value);
}

/** The items of an array; none for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Names and values of an object, in order; none for anything else. */
export function membersOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
