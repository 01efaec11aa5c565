/** Ordered checks: of several faults in one header the first of the list is reported. */

export type Check = readonly [failed: boolean, problem: string];

/** The text of the first failed check. */
export function firstProblem(checks: readonly Check[]): string | undefined {
  return checks.find(([failed]) => failed)?.[1];
}
