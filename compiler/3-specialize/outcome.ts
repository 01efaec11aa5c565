/** What is known of a condition before any request has come. */
export type Outcome = 'always' | 'never' | 'maybe';

/** At least one of the conditions. */
export function anyOf(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.includes('always')) return 'always';
  return outcomes.every((outcome) => outcome === 'never') ? 'never' : 'maybe';
}

/** What follows from a set of possible results. */
export function outcomeOf(results: Iterable<boolean>): Outcome {
  const distinct = new Set(results);
  if (distinct.size !== 1) return 'maybe';
  return distinct.has(true) ? 'always' : 'never';
}
