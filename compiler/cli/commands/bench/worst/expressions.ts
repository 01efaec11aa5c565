/** Collects the distinct expressions that a program applies to request data. */
import type { Program } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import type { AutomatonCode } from '#engine/regex/automaton-code.ts';
import type { Regex } from '#engine/regex/compile/ast.ts';

export type Expression = {
  /** Ids of the rules that use it. */
  readonly rules: readonly number[];
  readonly regex: Regex;
  readonly code: AutomatonCode;
};

export function expressionsOf(program: Program): readonly Expression[] {
  const found = new Map<AutomatonCode, { rules: number[]; regex: Regex }>();
  for (const { info, links } of rulesOf(program)) {
    for (const { test } of links) {
      if (test?.argument.kind !== 'Regex') continue;
      const { code, regex } = test.argument;
      const known = found.get(code) ?? { rules: [], regex };
      if (!known.rules.includes(info.id)) known.rules.push(info.id);
      found.set(code, known);
    }
  }
  return [...found].map(([code, { rules, regex }]) => ({ code, rules, regex }));
}
