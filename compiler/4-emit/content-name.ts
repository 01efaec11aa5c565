/** Names declarations after their content, so that a new rule does not rename those of other rules. */
import type { Selector, Target } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations/index.ts';

const LONGEST = 48;

/** Returns a name such as `requestHeadersUserAgent`, `argsNamesArgs` or `requestCookiesAnd4More`. It is not unique. */
export function targetsName(targets: readonly Target[]): string {
  return joinWords(targets.map(targetName), 'nothing');
}

/** Returns a name such as `urlDecodeUniLowercase`. */
export function transformationsName(transformations: readonly TransformationName[]): string {
  return joinWords(transformations, 'unchanged');
}

/** Returns a name such as `argsUrlDecodeUni`. */
export function transformedTargetsName(
  targets: readonly Target[],
  transformations: readonly TransformationName[],
): string {
  const name = targetsName(targets);
  return transformations.length === 0
    ? name
    : name + capitalized(transformationsName(transformations));
}

/** Puts a word before a name: `count` and `args` become `countArgs`. */
export function prefixed(word: string, name: string): string {
  return word + capitalized(name);
}

/** Joins the first words that fit, followed by the number of the other words. */
function joinWords(words: readonly string[], nothing: string): string {
  const [first = nothing, ...others] = words;
  let name = first;
  for (const [index, word] of others.entries()) {
    const longer = name + capitalized(word);
    if (longer.length > LONGEST) return `${name}And${others.length - index}More`;
    name = longer;
  }
  return name;
}

/** Returns the name of a target in emitted code: `&REQUEST_HEADERS:User-Agent` becomes `countRequestHeadersUserAgent`. */
function targetName({ mode, variable, selector, except }: Target): string {
  const name = camelCase(`${variable.name} ${selectorWords(selector)}`);
  const matching = selector.kind === 'Pattern' ? `${name}Matching` : name;
  const some = except.length === 0 ? matching : `${matching}Except`;
  return mode === 'count' ? prefixed('count', some) : some;
}

function selectorWords(selector: Selector): string {
  if (selector.kind === 'Key') return selector.key;
  return selector.kind === 'XPath' ? selector.source.replaceAll('@', ' attribute ') : '';
}

function camelCase(text: string): string {
  const [first = '', ...others] = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return first + others.map(capitalized).join('');
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
