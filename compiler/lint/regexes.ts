/** Expressions that cost other engines dearly, or ask for nothing. */
import { spanWithin } from '../1-parse/source-offset.ts';
import type { Link } from '../2-resolve/ruleset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Node, Regex } from '../regex/ast.ts';
import { anyByte, sizeOf } from '../regex/byte-set.ts';
import { childrenOf } from '../regex/children-of.ts';
import { findAmbiguity } from '../regex/find-ambiguity.ts';
import type { LintContext } from './lint.ts';
import { argumentOf, rulesOfSet } from './places.ts';
import * as problem from './problems.ts';

export function lintRegexes({ ruleSet, diagnostics }: LintContext): void {
  for (const link of rulesOfSet(ruleSet).flatMap((rule) => rule.links)) {
    const { test } = link;
    if (test?.argument.kind !== 'Regex') continue;
    const { regex } = test.argument;
    reportCost(link, regex, diagnostics);
    if (test.operator.name !== 'rx' || !askForNothing(regex) || test.capture) continue;
    const found = test.negated
      ? problem.neverMatches('its expression matches every value, and that is negated')
      : problem.matchesEverything('This expression');
    diagnostics.report(found, argumentOf(link)?.span ?? link.span);
  }
}

function reportCost(link: Link, regex: Regex, diagnostics: Diagnostics): void {
  const written = argumentOf(link);
  const found = findAmbiguity(regex);
  if (written === undefined || found === undefined) return;
  const { degree, loop } = found;
  const cost = degree === 'Exponential' ? problem.exponentialRegex() : problem.polynomialRegex();
  diagnostics.report(cost, spanWithin(written, loop.start, loop.end));
}

/** It matches the empty text anywhere, and does not say so by `.*`. */
function askForNothing({ root }: Regex): boolean {
  return matchesEmpty(root) && !takesAnything(root);
}

function matchesEmpty(node: Node): boolean {
  switch (node.kind) {
    case 'Bytes':
    case 'Anchor':
    case 'Lookaround':
    case 'BackReference':
      return false;
    case 'Repeat':
      return node.min === 0 || matchesEmpty(node.item);
    case 'Alternation':
      return node.alternatives.some(matchesEmpty);
    default:
      return childrenOf(node).every(matchesEmpty);
  }
}

/** Nothing but any bytes: `.*`, the usual way to ask for whatever there is. */
function takesAnything(node: Node): boolean {
  if (node.kind === 'Bytes') return sizeOf(node.set) === sizeOf(anyByte);
  return node.kind !== 'Anchor' && childrenOf(node).every(takesAnything);
}
