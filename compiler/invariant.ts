/** Failures here are bugs of the compiler, never mistakes in rules. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected ${JSON.stringify(value)}`);
}

export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`Compiler bug: ${message}`);
}
