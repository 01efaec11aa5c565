/** What is known of a condition at compile time. */
export type Outcome = 'always' | 'never' | 'maybe';

/** Returns the outcome of the disjunction of the conditions. */
export function anyOf(outcomes: readonly Outcome[]): Outcome {
  if (outcomes.includes('always')) return 'always';
  return outcomes.every((outcome) => outcome === 'never') ? 'never' : 'maybe';
}

/** Returns the outcome for a set of possible results. */
export function outcomeOf(results: Iterable<boolean>): Outcome {
  const distinct = new Set(results);
  if (distinct.size !== 1) return 'maybe';
  return distinct.has(true) ? 'always' : 'never';
}
