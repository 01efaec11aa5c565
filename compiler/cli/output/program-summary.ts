/** Counts for the summary of `compile`. */
import type { Program } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';

/** Returns the number of distinct expressions that the program applies to request data. */
export function regexCount(program: Program): number {
  const sources = new Set<string>();
  for (const rule of rulesOf(program)) {
    for (const { test } of rule.links) {
      if (test?.argument.kind === 'Regex') sources.add(test.argument.source);
    }
  }
  return sources.size;
}
