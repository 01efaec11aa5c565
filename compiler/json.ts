/** Reads JSON of unknown shape, member by member. Names come from outside, so they never index a plain object. */

/** Parses JSON; returns undefined when `text` is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what is wrong in a text that is not JSON, in the words of the JavaScript engine; undefined when it is JSON. */
export function jsonMistake(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns an own member of an object, or undefined when there is none or `value` is not an object. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** Returns the member at the end of a path of names. */
export function memberAt(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(member, value);
}

/** Returns the items of an array; for any other value an empty list. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the names and values of an object in their order; for any other value an empty list. */
export function membersOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
    : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
