/** The data about rules that reports show, as plain data that can be stored with the compiled module. */
import type { Link, Program } from '#compiler/3-specialize/program.ts';
import { rulesOf } from '#compiler/3-specialize/tx-reads.ts';
import type { TransformationName } from '#compiler/language/transformations/index.ts';
import type { AutomatonCode } from '#engine/regex/automaton-code.ts';

export type LinkCard = {
  readonly variables: readonly string[];
  /** `!@rx`. */
  readonly operator: string;
  readonly transformations: readonly TransformationName[];
  readonly code: AutomatonCode | undefined;
  readonly phrases: readonly string[] | undefined;
};

export type RuleCard = { readonly id: number; readonly links: readonly LinkCard[] };

export function ruleCards(program: Program): readonly RuleCard[] {
  return rulesOf(program).map(({ info, links }) => ({
    id: info.id,
    links: links.flatMap(linkCard),
  }));
}

function linkCard({ test }: Link): readonly LinkCard[] {
  if (test === undefined) return [];
  const { argument, negated, operator, targets, transformations } = test;
  return [
    {
      variables: targets.map(({ variable }) => variable.name),
      operator: `${negated ? '!' : ''}@${operator.name}`,
      transformations,
      code: argument.kind === 'Regex' && !negated ? argument.code : undefined,
      phrases: argument.kind === 'Phrases' && !negated ? argument.phrases : undefined,
    },
  ];
}
