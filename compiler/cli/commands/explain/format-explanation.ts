/** Formats an explanation as text. */
import { joinWords } from '../../output/join-words.ts';
import type {
  Exclusion,
  Explanation,
  ExpressionExplanation,
  Fate,
  InProfile,
  LinkExplanation,
} from './explanation.ts';

/** The number of words of long lists, and of chars of long texts. */
const SHOWN = 12;
const LONG = 200;

export function formatExplanation({ id, file, line, source, profiles }: Explanation): string {
  return [`Rule ${id}, ${file}:${line}`, source, ...profiles.map(formatProfile)].join('\n\n');
}

function formatProfile({ profile, phase, fate, exclusions }: InProfile): string {
  return [
    `In profile ${profile}, phase ${phase}:`,
    ...formatFate(fate),
    ...exclusions.map((exclusion) => `  exclusion: ${formatExclusion(exclusion)}`),
    ...(fate.kind === 'Kept' ? ['  compiled:', ...fate.code.split('\n').map(indent)] : []),
  ].join('\n');
}

function indent(line: string): string {
  return line === '' ? '' : `    ${line}`;
}

export function formatExclusion({ what, file, line }: Exclusion): string {
  return `${what} (${file}:${line})`;
}

function formatFate(fate: Fate): readonly string[] {
  switch (fate.kind) {
    case 'Removed':
      return ['  removed: it is not in this program'];
    case 'Dropped':
      return [`  dropped: ${fate.why}`];
    case 'Kept':
      return [
        ...fate.links.flatMap(formatLink),
        ...formatChainPrefilter(fate.prefilter),
        ...lines('when it matches', fate.outcome, '  '),
      ];
  }
}

function formatLink(link: LinkExplanation, index: number): readonly string[] {
  const head = index === 0 ? '  first rule' : `  chained rule ${index}`;
  const effects = lines('on each match', link.effects, '    ');
  if (link.kind === 'Always') return [`${head}: always matches`, ...effects];
  const { targets, transformations, operator, argument, expression, prefilter, needs } = link;
  return [
    head,
    `    targets: ${targets}`,
    `    transformations: ${transformations.join(', ') || 'none'}`,
    `    operator: ${operator} ${cut(argument)}`.replace(/ $/, ''),
    ...(expression === undefined ? [] : formatExpression(expression)),
    ...formatPrefilter(prefilter, needs),
    ...effects,
  ];
}

function formatChainPrefilter(words: readonly string[] | undefined): readonly string[] {
  if (words === undefined) return [];
  return [`  prefilter: only requests in which the first rule has a value with ${list(words)}`];
}

function formatPrefilter(
  prefilter: readonly string[] | undefined,
  needs: readonly string[],
): readonly string[] {
  if (prefilter === undefined && needs.length === 0) {
    return ['    prefilter: none, it runs on every value'];
  }
  return [
    ...(prefilter === undefined ? [] : [`    prefilter: only values with ${list(prefilter)}`]),
    ...needs.map((bytes) => `    prefilter: only values with ${bytes}`),
  ];
}

function formatExpression(expression: ExpressionExplanation): readonly string[] {
  const { javascript, states, byteClasses, backtracking } = expression;
  const elsewhere =
    backtracking === 'linear' ? '' : `; ${backtracking} on an engine that backtracks`;
  return [
    `    as JavaScript: /${cut(javascript)}/`,
    `    cost: linear, an automaton of ${states} states over ${byteClasses} byte classes${elsewhere}`,
  ];
}

function lines(title: string, items: readonly string[], indent: string): readonly string[] {
  const [first, ...others] = items;
  if (first === undefined) return [];
  const blank = ' '.repeat(title.length + 2);
  return [`${indent}${title}: ${first}`, ...others.map((item) => `${indent}${blank}${item}`)];
}

function list(words: readonly string[]): string {
  const shown = words.slice(0, SHOWN).map((word) => JSON.stringify(word));
  return words.length > SHOWN
    ? `${cut(shown.join(', '))} or one of ${words.length - SHOWN} more`
    : cut(joinWords(shown, 'or'));
}

function cut(text: string): string {
  return text.length > LONG ? `${text.slice(0, LONG)}...` : text;
}
