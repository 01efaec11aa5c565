/** How likely a rule matches random bytes of a coding: worked out from its expression or phrases, not sampled. */
import type { Link, Rule } from '#compiler/3-specialize/program.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { AutomatonCode } from '#engine/regex/automaton-code.ts';
import {
  createBudget,
  createDfa,
  type Dfa,
  entryWithoutEviction,
  firstStart,
  startState,
} from '#engine/regex/dfa.ts';
import { loadMatcher } from '#engine/regex/matcher.ts';
import {
  automatonOf,
  automatonWithoutLookarounds,
  forwardOf,
} from '#engine/regex/matcher-parts.ts';
import * as transformations from '#engine/transformations/index.ts';

/** Independent bytes: how likely each is, and how many there are. */
export type RandomText = { readonly chances: Float64Array; readonly length: number };

/** Of one phrase, or of one expression. */
export type Chance = { readonly what: string; readonly chance: number };

/** Variables that hold an upload, or what an earlier link has found in it. */
const UPLOADED =
  /^(?:ARGS|ARGS_POST|ARGS_COMBINED|REQUEST_BODY|MATCHED_VARS?|FULL_REQUEST|XML|TX)$/;

/**
 * The phrases and expressions of the link of a rule that is the least likely to match, each with its chance; [] when it
 * does not look at an upload.
 */
export function chancesOf(rule: Rule, sample: ByteString, length: number): readonly Chance[] {
  const links = rule.links
    .map((link) => chancesOfLink(link, sample, length))
    .filter((chances) => chances !== undefined);
  const [least] = links.toSorted((a, b) => sumOf(a) - sumOf(b));
  return least ?? [];
}

export function sumOf(chances: readonly Chance[]): number {
  return chances.reduce((sum, { chance }) => sum + chance, 0);
}

/** undefined: it says nothing of an upload, or what it says holds for many. */
function chancesOfLink(
  { test }: Link,
  sample: ByteString,
  length: number,
): readonly Chance[] | undefined {
  if (test === undefined || test.negated) return undefined;
  if (!test.targets.some(({ variable }) => UPLOADED.test(variable.name))) return undefined;
  const { argument } = test;
  const names = test.transformations;
  const lists = [names, ...(test.multiMatch ? names.map((_, index) => names.slice(0, index)) : [])];
  const texts = lists.map((list) => randomText(transform(sample, list), sample, length));
  if (argument.kind === 'Phrases') {
    return argument.phrases.map((phrase) => ({
      what: phrase,
      chance: Math.max(...texts.map((text) => chanceOfPhrase(phrase, text))),
    }));
  }
  if (argument.kind !== 'Regex') return undefined;
  const { code, source } = argument;
  return [
    { what: source, chance: Math.max(...texts.map((text) => chanceOfExpression(code, text))) },
  ];
}

function transform(text: ByteString, names: readonly string[]): ByteString {
  const functions = new Map(Object.entries(transformations));
  return names.reduce((value, name) => functions.get(name)?.(value) ?? value, text);
}

function randomText(text: ByteString, sample: ByteString, length: number): RandomText {
  const chances = new Float64Array(256);
  for (let at = 0; at < text.length; at += 1) {
    const byte = text.charCodeAt(at);
    chances[byte] = (chances[byte] ?? 0) + 1 / text.length;
  }
  return { chances, length: (length * text.length) / sample.length };
}

/** Phrases are found in either case. */
function chanceOfPhrase(phrase: string, { chances, length }: RandomText): number {
  let product = length;
  for (const char of phrase) {
    const [lower, upper] = [char.toLowerCase().charCodeAt(0), char.toUpperCase().charCodeAt(0)];
    product *= (chances[lower] ?? 0) + (lower === upper ? 0 : (chances[upper] ?? 0));
  }
  return Math.min(1, product);
}

/** Bytes that are followed one by one; what longer texts hold follows from three points up to there. */
const FOLLOWED = 768;
const POINTS = 3;
/** States that are less likely are left out. */
const LEAST = 1e-16;

function chanceOfExpression(code: AutomatonCode, { chances, length }: RandomText): number {
  const dfa = searcherOf(code);
  const symbols = symbolChances(dfa, chances);
  const [first] = symbols[0] ?? [0];
  const inside = startState(dfa, dfa.stepper.nfa.automaton.contexts[first] ?? 0);
  // What only the beginning of a text may match is in none of the later bytes.
  const atStart = follow(dfa, symbols, firstStart(dfa)).at(-1) ?? 0;
  const later = extrapolate(follow(dfa, symbols, inside), (length * POINTS) / FOLLOWED);
  return Math.min(1, atStart + later);
}

/** How likely a match has ended by then, at some points. */
function follow(
  dfa: Dfa,
  symbols: readonly (readonly [symbol: number, chance: number])[],
  start: number,
): readonly number[] {
  const sums: number[] = [];
  let states = new Map([[start, 1]]);
  let found = 0;
  for (let at = 1; at <= FOLLOWED; at += 1) {
    const next = new Map<number, number>();
    for (const [state, chance] of states) {
      for (const [symbol, own] of symbols) {
        const product = chance * own;
        if (product < LEAST) continue;
        const entry = entryWithoutEviction(dfa, state, symbol);
        if (entry < 0) found += product;
        else next.set(entry, (next.get(entry) ?? 0) + product);
      }
    }
    states = next;
    if (at % (FOLLOWED / POINTS) === 0) sums.push(found);
  }
  return sums;
}

/** The parabola through the values at 1, 2 and 3, at `x`: one rare event, or two one after the other. */
function extrapolate(values: readonly number[], x: number): number {
  let rows = values;
  let sum = 0;
  let factor = 1;
  for (let order = 0; order < values.length; order += 1) {
    sum += Math.max(0, rows[0] ?? 0) * factor;
    factor *= (x - 1 - order) / (order + 1);
    rows = rows.slice(1).map((value, index) => value - (rows[index] ?? 0));
  }
  return sum;
}

function searcherOf(code: AutomatonCode): Dfa {
  const matcher = loadMatcher(code, createBudget(2 ** 40));
  const dfa =
    automatonOf(matcher).lookarounds.length > 0
      ? automatonWithoutLookarounds(matcher)
      : createDfa(forwardOf(matcher), 'search', matcher.budget);
  dfa.cacheBudget = Number.POSITIVE_INFINITY;
  return dfa;
}

function symbolChances(dfa: Dfa, chances: Float64Array): readonly (readonly [number, number])[] {
  const sums = new Map<number, number>();
  chances.forEach((chance, byte) => {
    const symbol = dfa.classes[byte] ?? 0;
    if (chance > 0) sums.set(symbol, (sums.get(symbol) ?? 0) + chance);
  });
  return [...sums];
}
