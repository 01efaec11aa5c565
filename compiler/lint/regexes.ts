/** Reports expressions that are expensive in other engines, or that match everything. */
import type { Node, Regex } from '#engine/regex/compile/ast.ts';
import { anyByte, sizeOf } from '#engine/regex/compile/byte-set.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import { spanWithin } from '../1-parse/source-offset.ts';
import { macroSource } from '../2-resolve/macro-text.ts';
import type { Argument, Link, Test } from '../2-resolve/ruleset.ts';
import { linkPairs } from '../3-specialize/link-pairs.ts';
import type { Diagnostics, Problem } from '../diagnostics.ts';
import { type Attack, findAttack, MAX_STEPS } from '../regex/find-attack.ts';
import type { LintContext } from './context.ts';
import { argumentOf, rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintRegexes(context: LintContext): void {
  const { ruleSet, diagnostics, disabled } = context;
  lintRunTimeRegexes(context);
  const degree = disabled.has('polynomial-regex') ? 'Exponential' : 'Polynomial';
  for (const link of rulesOfSet(ruleSet).flatMap((rule) => rule.links)) {
    const { test } = link;
    if (test?.argument.kind !== 'Regex') continue;
    const { regex } = test.argument;
    reportCost(link, findAttack(regex, degree), diagnostics);
    const found = looseness(test, test.argument);
    if (found !== undefined) diagnostics.report(found, argumentOf(link)?.span ?? link.span);
  }
}

/** Returns the problem of an expression that matches every value. With capture, one such as `(a*)` is there for what it captures. */
function looseness(
  { operator, negated, capture }: Test,
  { source, regex }: Extract<Argument, { kind: 'Regex' }>,
): Problem | undefined {
  const isEmpty = source === '';
  const isLoose = isEmpty || (requireNothing(regex) && !capture);
  const { name } = operator;
  if (!isLoose || (name !== 'rx' && name !== 'rxGlobal')) return undefined;
  return negated
    ? problem.neverMatches('its expression matches every value, and that is negated')
    : problem.matchesEverything(isEmpty ? 'An empty expression' : 'This expression');
}

/** Reports expressions that still have macros after folding. */
function lintRunTimeRegexes({ ruleSet, program, diagnostics }: LintContext): void {
  for (const { folded, written } of linkPairs(ruleSet, program)) {
    const argument = folded.test?.argument;
    if (argument?.kind !== 'Expression' || argument.values !== undefined) continue;
    const macros = argument.text.filter((part) => part.kind === 'Variable');
    const names = new Set(macros.map((part) => macroSource([part])));
    const span = argumentOf(written)?.span ?? written.span;
    diagnostics.report(problem.runTimeRegex([...names].join(', ')), span);
  }
}

function reportCost(link: Link, attack: Attack | undefined, diagnostics: Diagnostics): void {
  const written = argumentOf(link);
  if (written === undefined || attack === undefined) return;
  const { degree, loop } = attack;
  const cost = degree === 'Exponential' ? problem.exponentialRegex() : problem.polynomialRegex();
  const notes = [{ message: attackText(attack), span: undefined }];
  diagnostics.report(cost, spanWithin(written, loop.start, loop.end), notes);
}

/**
 * Describes the text of the attack and its cost: measured for plain backtracking; for the compiled matcher known by its
 * construction.
 */
function attackText({ start, pump, end, measured }: Attack): string {
  const [few, more] = measured;
  const parts = [quote(start), `${quote(pump)} x ${more.pumps}`, quote(end)];
  const text = parts.filter((part) => part !== '""').join(' + ');
  const steps = more.steps > MAX_STEPS ? `more than ${MAX_STEPS}` : more.steps;
  const cost = `takes a backtracking engine ${steps} steps to reject, and ${few.steps} with x ${few.pumps}`;
  return `${text} ${cost}; the compiled automaton reads every byte once.`;
}

/** Quotes as in JSON, with `\xHH` for bytes that cannot be printed. */
function quote(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&');
  return `"${escaped.replace(/[^ -~]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
}

/** Returns whether the expression matches the empty text anywhere, without saying so by `.*`. */
function requireNothing({ root }: Regex): boolean {
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

/** Returns whether the expression consists only of any bytes, such as `.*`, the usual way to match everything. */
function takesAnything(node: Node): boolean {
  if (node.kind === 'Bytes') return sizeOf(node.set) === sizeOf(anyByte);
  return node.kind !== 'Anchor' && childrenOf(node).every(takesAnything);
}
