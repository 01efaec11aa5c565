/** Describes what a rule does as lists of words that can be compared. Everything is resolved, including defaults. */
import { macroSource } from '#compiler/2-resolve/macro-text.ts';
import type { Link, Macro, Rule, Skip, Test } from '#compiler/2-resolve/ruleset.ts';
import { argumentText } from '#compiler/4-emit/argument-text.ts';
import { targetSource } from '#compiler/4-emit/target-source.ts';
import { actionText, effectText } from '../../output/effect-text.ts';

/** `items` are in order when the order matters. */
export type Fact = { readonly name: string; readonly items: readonly string[] };

/** Facts about the origin of a rule, which do not change what it does. */
export const LABELS: ReadonlySet<string> = new Set(['ver', 'rev', 'maturity', 'accuracy']);

export function ruleFacts(rule: Rule): readonly Fact[] {
  const { links, metadata, disruptive, skip, log, audit, phase } = rule;
  const { message, logdata, rev, ver, severity, maturity, accuracy, tags } = metadata;
  return [
    fact('phase', String(phase)),
    ...links.flatMap(linkFacts),
    fact('action', disruptive === undefined ? '' : actionText(disruptive)),
    fact('skip', skip === undefined ? '' : skipText(skip)),
    fact('log', log ? 'log' : 'nolog'),
    fact('auditlog', audit ? 'auditlog' : 'noauditlog'),
    fact('msg', textOf(message)),
    fact('logdata', textOf(logdata)),
    fact('severity', severity === undefined ? '' : String(severity)),
    { name: 'tags', items: tags },
    fact('ver', ver),
    fact('rev', rev),
    fact('maturity', maturity === 0 ? '' : String(maturity)),
    fact('accuracy', accuracy === 0 ? '' : String(accuracy)),
  ];
}

/** An empty text becomes no item. */
function fact(name: string, item: string): Fact {
  return { name, items: item === '' ? [] : [item] };
}

function linkFacts({ test, effects, message, logdata }: Link, index: number): readonly Fact[] {
  const prefix = index === 0 ? '' : `chained ${index}: `;
  const facts = [
    ...(test === undefined ? [fact('test', 'always')] : testFacts(test)),
    { name: 'effects', items: effects.map(effectText) },
    ...(index === 0 ? [] : [fact('msg', textOf(message)), fact('logdata', textOf(logdata))]),
  ];
  return facts.map(({ name, items }) => ({ name: prefix + name, items }));
}

function testFacts(test: Test): readonly Fact[] {
  const { targets, operator, negated, argument, transformations, multiMatch, capture } = test;
  const flags = [...(multiMatch ? ['multiMatch'] : []), ...(capture ? ['capture'] : [])];
  const name = `${negated ? '!' : ''}@${operator.name}`;
  const own = argument.kind === 'Phrases' || argument.kind === 'Addresses';
  return [
    { name: 'targets', items: targets.map((target) => targetSource([target])) },
    fact('operator', own ? name : `${name} ${argumentText(test)}`.replace(/ $/, '')),
    { name: 'phrases', items: argument.kind === 'Phrases' ? argument.phrases : [] },
    { name: 'addresses', items: argument.kind === 'Addresses' ? argument.entries : [] },
    { name: 'transformations', items: transformations.map((each) => `t:${each}`) },
    { name: 'flags', items: flags },
  ];
}

function skipText(skip: Skip): string {
  return skip.kind === 'After' ? `skipAfter:${skip.label}` : `skip:${skip.rules}`;
}

function textOf(macro: Macro | undefined): string {
  return macro === undefined ? '' : macroSource(macro);
}
