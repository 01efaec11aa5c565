/** A RuleSet in a few words, for tests: one line for each rule, one more for each link. */
import { macroSource } from '#compiler/2-resolve/macro-text.ts';
import type { Argument, Effect, Link, Rule, RuleSet } from '#compiler/2-resolve/ruleset.ts';
import { targetSource } from '#compiler/4-emit/target-source.ts';
import { analyze } from '#compiler/compile.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles, type TextFiles } from '../../helpers/compile-text.ts';

/** Throws when the text has errors. */
export function resolveText(text: string, files: TextFiles = {}): RuleSet {
  const all = memoryFiles({ ...files, 'rules.conf': text });
  const { ruleSet, diagnostics } = analyze(profileOfEntries('test', ['rules.conf']), all);
  if (ruleSet === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return ruleSet;
}

export function summarize({ entries }: RuleSet): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'Marker'
      ? [`marker ${entry.label}`]
      : [ruleLine(entry), ...entry.links.map((link) => `  ${linkText(link)}`)],
  );
}

function ruleLine({ id, phase, log, audit, disruptive, skip }: Rule): string {
  const words = [`${id}`, `phase:${phase}`];
  if (log) words.push('log');
  if (audit) words.push('audit');
  if (disruptive !== undefined) {
    words.push(disruptive.kind);
    if ('status' in disruptive) words.push(`${disruptive.status}`);
    if (disruptive.kind === 'allow') words.push(disruptive.scope);
  }
  if (skip !== undefined)
    words.push(skip.kind === 'After' ? `-> ${skip.label}` : `skip ${skip.rules}`);
  return words.join(' ');
}

function linkText({ test, effects }: Link): string {
  const words: string[] = [];
  if (test !== undefined) {
    const { targets, negated, operator, argument, transformations, capture, multiMatch } = test;
    words.push(
      targetSource(targets),
      `${negated ? '!' : ''}@${operator.name}{${argumentText(argument)}}`,
    );
    words.push(...transformations.map((each) => `t:${each}`));
    if (capture) words.push('capture');
    if (multiMatch) words.push('multiMatch');
  }
  return [...words, ...effects.map(effectText)].join(' ');
}

function argumentText(argument: Argument): string {
  switch (argument.kind) {
    case 'Text':
    case 'Expression':
      return macroSource(argument.text);
    case 'Regex':
    case 'Candidates':
      return argument.source;
    case 'Phrases':
      return argument.phrases.join('|');
    case 'Addresses':
      return argument.entries.join('|');
    case 'ByteRange':
      return argument.ranges.map((range) => range.join('-')).join('|');
    case 'Template':
      return argument.template.names.join('|');
    case 'None':
    case 'Transaction':
      return '';
  }
}

function effectText(effect: Effect): string {
  if (effect.kind !== 'SetVariable') return effect.kind;
  const { collection, name, operation, value } = effect;
  return `${operation} ${collection}.${macroSource(name)}=${macroSource(value)}`;
}
