/** One link of a compiled rule in words: what it inspects, how, and what it asks the prefilter first. */
import { bytesOfTraits } from '../../runtime/engine/traits.ts';
import type { Macro } from '../2-resolve/ruleset.ts';
import type { Link, Test } from '../3-specialize/program.ts';
import { targetSource } from '../4-emit/target-source.ts';

/** Literals and phrases shown of long lists. */
const SHOWN = 12;
const LONG = 200;

/** `questions`: the literals of each question of the prefilter. */
export function explainLink(
  { test, effects }: Link,
  index: number,
  questions: readonly (readonly string[])[],
): readonly string[] {
  const head = index === 0 ? '  first rule' : `  chained rule ${index}`;
  if (test === undefined) return [`${head}: always matches`, `    effects: ${effects.length}`];
  const { question, needs, transformations, negated, operator } = test;
  const literals = question === undefined ? undefined : questions[question];
  return [
    head,
    `    targets: ${targetSource(test.targets)}`,
    `    transformations: ${transformations.map((name) => `t:${name}`).join(', ') || 'none'}`,
    `    operator: ${negated ? '!' : ''}@${operator.name} ${argumentText(test)}`.trimEnd(),
    `    prefilter: ${literals === undefined ? noLiterals(needs) : list(literals)}`,
    ...needs.map((kinds) => `    needs one of: ${quotedBytes(kinds)}`),
    ...(effects.length === 0 ? [] : [`    effects: ${effects.length}`]),
  ];
}

function noLiterals(needs: readonly number[]): string {
  return needs.length === 0 ? 'none, it runs on every value' : 'no literals';
}

/** Bytes that are not printable as in a string literal. */
function quotedBytes(kinds: number): string {
  return JSON.stringify(bytesOfTraits(kinds)).replace(/[\x7f-\xff]+/g, '...');
}

function argumentText({ argument }: Test): string {
  switch (argument.kind) {
    case 'Regex':
    case 'Candidates':
      return cut(argument.source);
    case 'Text':
      return macroText(argument.text);
    case 'Phrases':
      return list(argument.phrases);
    case 'Addresses':
      return list(argument.entries);
    default:
      return '';
  }
}

function macroText(macro: Macro): string {
  return macro
    .map((part) => {
      if (part.kind === 'Literal') return part.text;
      const key = part.key === undefined ? '' : `.${part.key}`;
      return `%{${part.variable.name}${key}}`;
    })
    .join('');
}

function list(words: readonly string[]): string {
  const more = words.length > SHOWN ? ` and ${words.length - SHOWN} more` : '';
  return (
    cut(
      words
        .slice(0, SHOWN)
        .map((word) => JSON.stringify(word))
        .join(', '),
    ) + more
  );
}

function cut(text: string): string {
  return text.length > LONG ? `${text.slice(0, LONG)}...` : text;
}
