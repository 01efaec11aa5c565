/** Assertions. A failure is a bug of the compiler, never a mistake in rules. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected ${JSON.stringify(value)}`);
}

export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Compiler bug: ${message}`);
}
