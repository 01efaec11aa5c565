/** Reports collections that rules read and that nothing fills. */
import { argumentMacro } from '../2-resolve/macro-text.ts';
import type { Effect, Link, Macro, Rule } from '../2-resolve/ruleset.ts';
import type { Span } from '../source.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

/** The operator or action that opens each collection. */
const OPENERS: ReadonlyMap<string, string> = new Map([
  ['GEO', '@geoLookup'],
  ['GLOBAL', 'initcol:global'],
  ['IP', 'initcol:ip'],
  ['RESOURCE', 'setrsc'],
  ['SESSION', 'setsid'],
  ['USER', 'setuid'],
]);

/** Reports one finding for each collection, at the first rule that uses it. */
export function lintCollections({ ruleSet, diagnostics }: LintContext): void {
  const rules = rulesOfSet(ruleSet);
  const links = rules.flatMap((rule) => rule.links.map((link) => ({ rule, link })));
  const filled = new Set<string>(links.flatMap(({ link }) => filledBy(link)));
  const reported = new Set<string>();
  for (const { rule, link } of links) {
    for (const { name, span } of usesOf(link, rule)) {
      const opener = OPENERS.get(name);
      if (opener === undefined || filled.has(name) || reported.has(name)) continue;
      reported.add(name);
      diagnostics.report(problem.unfilledCollection(name, opener), span);
    }
  }
}

function filledBy({ test, effects }: Link): readonly string[] {
  const opened = effects.flatMap((effect) =>
    effect.kind === 'InitCollection' ? [effect.collection] : [],
  );
  return test?.operator.into === 'GEO' ? [...opened, 'GEO'] : opened;
}

type Use = { readonly name: string; readonly span: Span };

function usesOf(link: Link, rule: Rule): readonly Use[] {
  const { message, logdata } = rule.metadata;
  const macros = [message, logdata, link.message, link.logdata, argumentMacro(link.test?.argument)];
  return [
    ...(link.test?.targets ?? []).map(({ variable: { name }, span }) => ({ name, span })),
    ...macros.flatMap((macro) => namesIn(macro)),
    ...link.effects.flatMap(usesOfEffect),
  ];
}

function usesOfEffect(effect: Effect): readonly Use[] {
  const { span } = effect;
  switch (effect.kind) {
    case 'SetVariable':
      return [{ name: effect.collection, span }, ...namesIn(effect.value)];
    case 'ExpireVariable':
      return [{ name: effect.collection, span }];
    default:
      return [];
  }
}

function namesIn(macro: Macro | undefined): readonly Use[] {
  return (macro ?? []).flatMap((part) =>
    part.kind === 'Variable' ? [{ name: part.variable.name, span: part.span }] : [],
  );
}
