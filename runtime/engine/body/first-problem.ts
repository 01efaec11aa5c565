/** Ordered checks: when a header has several errors, the first in the list is reported. */

export type Check = readonly [failed: boolean, problem: string];

/** Returns the text of the first failed check. */
export function firstProblem(checks: readonly Check[]): string | undefined {
  return checks.find(([failed]) => failed)?.[1];
}
