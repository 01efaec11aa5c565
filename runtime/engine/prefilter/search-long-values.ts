/** Searches long values for the clauses of some rules only. */
import type { ClauseSet, InternedValue } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import { findOtherClauses, type Prefilter, possibleClauses } from './literal-index.ts';

export type TextSearch = {
  readonly tx: Tx;
  readonly prefilter: Prefilter;
  /** Returns the clauses that a value with these byte classes may satisfy. */
  readonly possible: (byteClasses: number) => ClauseSet;
  /** The clauses that each value was searched for. */
  readonly searched: WeakMap<InternedValue, ClauseSet>;
};

/** The clause of a rule, by its word in the set and its mask; mask 0: none. */
type WithClause = { readonly word: number; readonly mask: number };

export function createTextSearch(tx: Tx, prefilter: Prefilter): TextSearch {
  const known = new Map<number, ClauseSet>();
  const possible = (byteClasses: number): ClauseSet => {
    const clauses = known.get(byteClasses) ?? possibleClauses(prefilter, byteClasses);
    known.set(byteClasses, clauses);
    return clauses;
  };
  return { tx, prefilter, possible, searched: new WeakMap() };
}

/**
 * Returns clauses of which those of `rules` are exact and others may hold or not, and keeps them with the value. When
 * the value must be read, it is searched for the clauses of `all`, so that it is read once.
 */
export function searchFor(
  { tx, prefilter, possible, searched }: TextSearch,
  text: InternedValue,
  rules: readonly WithClause[],
  all = rules,
): ClauseSet {
  const known = searched.get(text);
  const { value, byteClasses, candidates = prefilter.all } = text;
  // Searched for every clause, or for all that the rules of an earlier phase need.
  if (known === undefined && text.candidates !== undefined) return candidates;
  const done = known ?? prefilter.none;
  const able = possible(byteClasses);
  const isNew = ({ word, mask }: WithClause): boolean =>
    ((able[word] ?? 0) & mask & ~(done[word] ?? 0)) !== 0;
  const wanted = clausesOf(prefilter, rules.some(isNew) ? all : rules);
  const lacking = wanted.map((bits, word) => bits & ~(done[word] ?? 0) & (able[word] ?? 0));
  let found = prefilter.none;
  if (lacking.some((bits) => bits !== 0)) {
    tx.spend(value);
    const others = prefilter.all.map((bits, word) => bits & ~(lacking[word] ?? 0));
    found = findOtherClauses(prefilter, value, byteClasses, others);
  }
  const clauses = candidates.map((bits, word) => {
    const added = (wanted[word] ?? 0) & ~(done[word] ?? 0);
    return (bits & ~added) | ((found[word] ?? 0) & (lacking[word] ?? 0));
  });
  searched.set(
    text,
    done.map((bits, word) => bits | (wanted[word] ?? 0)),
  );
  text.candidates = clauses;
  return clauses;
}

function clausesOf({ none }: Prefilter, rules: readonly WithClause[]): ClauseSet {
  const clauses = none.slice();
  for (const { word, mask } of rules) clauses[word] = (clauses[word] ?? 0) | mask;
  return clauses;
}
