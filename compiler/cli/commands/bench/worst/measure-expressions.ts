/** Measures what adversarial strings cost the matcher of each expression alone. */
import { createBudget } from '#engine/regex/dfa.ts';
import { captures, loadMatcher, type Matcher, test } from '#engine/regex/matcher.ts';
import { progress } from '../../../output/progress.ts';
import { type Family, type Recipe, recipesOf } from './adversarial-strings.ts';
import type { Expression } from './expressions.ts';
import { medianTimeOf, RUNS, timeOf } from './stopwatch.ts';

/** 3 KB, 16 KB, 128 KB. */
export const SIZES = [3 << 10, 16 << 10, 128 << 10] as const;

/** Microseconds at one size: for the first string on a new matcher, and for a similar one later. */
export type Times = { readonly size: number; readonly first: number; readonly warm: number };

export type WorstString = {
  readonly rules: readonly number[];
  readonly family: Family;
  /** Char offset in the pattern of the repeated part. */
  readonly index: number;
  readonly times: readonly Times[];
  /** From 8 KB to 1 MB: by which factor the time grows when the text doubles, on average. */
  readonly doubling: number;
};

export type WorstStrings = {
  /** The number of strings tried, of expressions, and of strings that were measured at all sizes. */
  readonly screened: number;
  readonly expressions: number;
  readonly measured: number;
  /** The longest times of all that were measured. */
  readonly longest: readonly Times[];
  /** Most expensive first. */
  readonly strings: readonly WorstString[];
};

/** A recipe and its cost in the first round. */
export type Candidate = {
  readonly expression: Expression;
  readonly recipe: Recipe;
  readonly microseconds: number;
};

const [SCREENED] = SIZES;
/** Bytes for the tables of one matcher: as much as a profile gives all its matchers together. */
const BUDGET = 24 << 20;
/** The number of candidates of one expression that are measured at all sizes. */
const OF_EACH = 2;

/**
 * Measures every recipe of every expression at 3 KB, on matchers that are reused. Returns the most expensive of each
 * expression first.
 */
export function screenExpressions(
  expressions: readonly Expression[],
  seed: number,
): readonly Candidate[] {
  return expressions.flatMap((expression, index) => {
    progress.show('screening expressions', index + 1, expressions.length);
    const matcher = loadMatcher(expression.code, createBudget(BUDGET));
    // A separate text, so that the cost of building the automaton counts for no recipe.
    runMatcher(matcher, 'x');
    return recipesOf(expression.regex, seed)
      .map((recipe): Candidate => {
        const text = recipe.make(SCREENED, seed);
        const [first, second] = [
          timeOf(() => runMatcher(matcher, text)),
          timeOf(() => runMatcher(matcher, text)),
        ];
        return { expression, recipe, microseconds: Math.max(first, second) };
      })
      .toSorted((a, b) => b.microseconds - a.microseconds);
  });
}

/**
 * Measures the most expensive candidates of each expression at all sizes, each on its own matcher. `limit` of them are
 * reported.
 */
export function measureExpressions(
  candidates: readonly Candidate[],
  limit: number,
  seed: number,
): WorstStrings {
  const chosen = costliestOfEach(candidates);
  const measured = chosen
    .map((candidate, index) => {
      progress.show('measuring strings', index + 1, chosen.length);
      return { candidate, times: SIZES.map((size) => timesOf(candidate, size, seed)) };
    })
    .toSorted((a, b) => longestOf(b.times) - longestOf(a.times));
  return {
    screened: candidates.length,
    expressions: new Set(candidates.map(({ expression }) => expression)).size,
    measured: measured.length,
    longest: SIZES.map((size, index) => ({
      size,
      first: Math.max(...measured.map(({ times }) => times[index]?.first ?? 0)),
      warm: Math.max(...measured.map(({ times }) => times[index]?.warm ?? 0)),
    })),
    strings: measured.slice(0, limit).map(({ candidate, times }) => ({
      ...nameOf(candidate),
      times,
      doubling: doublingOf(candidate, seed),
    })),
  };
}

function costliestOfEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const taken = new Map<Expression, number>();
  return candidates.filter(({ expression }) => {
    const count = taken.get(expression) ?? 0;
    taken.set(expression, count + 1);
    return count < OF_EACH;
  });
}

function nameOf({ expression, recipe }: Candidate) {
  return { rules: expression.rules, family: recipe.family, index: recipe.index };
}

function timesOf({ expression, recipe }: Candidate, size: number, seed: number): Times {
  const matcher = loadMatcher(expression.code, createBudget(BUDGET));
  const texts = Array.from({ length: RUNS + 1 }, (_, iteration) =>
    recipe.make(size, seed + iteration),
  );
  const first = timeOf(() => runMatcher(matcher, texts[0] ?? ''));
  const warm = medianTimeOf((iteration) => runMatcher(matcher, texts[iteration] ?? ''));
  return { size, first, warm };
}

/** Runs the matcher as a rule with captures does. */
function runMatcher(matcher: Matcher, text: string): void {
  if (test(matcher, text)) captures(matcher, text);
}

/** Returns the longest time over all sizes, first and warm. */
export function longestOf(times: readonly Times[]): number {
  return Math.max(...times.map(({ first, warm }) => Math.max(first, warm)));
}

function doublingOf({ expression, recipe }: Candidate, seed: number): number {
  const matcher = loadMatcher(expression.code, createBudget(BUDGET));
  return meanDoubling((size) => {
    const texts = Array.from({ length: RUNS + 1 }, (_, iteration) =>
      recipe.make(size, seed + iteration),
    );
    // Long noise may match where short noise does not, so captures are computed in any case.
    return (iteration) => {
      const text = texts[iteration] ?? '';
      test(matcher, text);
      captures(matcher, text);
    };
  });
}

const SHORT = 8 << 10;
const DOUBLINGS = 7;

/**
 * Returns by which factor the time grows when the text doubles, on average from 8 KB to 1 MB. `runOf` prepares the
 * measured function for a size; each iteration uses a different text, because a repeated one is cached.
 */
export function meanDoubling(runOf: (size: number) => (iteration: number) => void): number {
  const [short, long] = [runOf(SHORT), runOf(SHORT << DOUBLINGS)];
  short(0);
  return (medianTimeOf(long) / medianTimeOf(short)) ** (1 / DOUBLINGS);
}
