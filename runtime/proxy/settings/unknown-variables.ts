/** Finds variables that resemble settings but are unknown, mostly spelling mistakes. */
import { settingTable } from './setting-table.ts';

const OURS = /^(PROXY|WAF|GEO|ENGINE)_/;

/** Kubernetes sets these variables for every service of a namespace, and the service may have any name. */
const SERVICE_LINK = /_(SERVICE_(HOST|PORT(_.*)?)|PORT(_[0-9]+_(TCP|UDP|SCTP)(_.*)?)?)$/;

const MAX_DISTANCE = 3;

/** Other programs have variables, too: a name without our prefixes resembles a setting when it is long and nearly right. */
const SHORTEST = 7;
const LETTERS_A_SLIP = 4;

/**
 * `names`: the names of all environment variables. Returns one line per unknown one, with the known name that is
 * nearest.
 */
export function unknownVariables(names: readonly string[]): string[] {
  const known = knownNames();
  return unknownNames(names, known)
    .filter((name) => OURS.test(name))
    .map((name) => {
      const near = nearest(name, known, MAX_DISTANCE);
      return `${name}: unknown variable.${near === undefined ? '' : ` Did you mean ${near}?`}`;
    });
}

/**
 * Returns one line for each of `names` that has none of our prefixes, so that it may be another program's, and that
 * looks like a misspelt setting.
 */
export function misspelledVariables(names: readonly string[]): string[] {
  const known = knownNames();
  return unknownNames(names, known)
    .filter((name) => !OURS.test(name) && name.length >= SHORTEST)
    .flatMap((name) => {
      const slips = Math.min(MAX_DISTANCE, Math.floor(name.length / LETTERS_A_SLIP));
      const near = nearest(name, known, slips);
      return near === undefined ? [] : [`${name}: no such setting. Did you mean ${near}?`];
    });
}

function knownNames(): readonly string[] {
  return Object.values(settingTable).flatMap(({ name, aliases }) => [name, ...aliases]);
}

function unknownNames(names: readonly string[], known: readonly string[]): readonly string[] {
  return names.filter((name) => !SERVICE_LINK.test(name) && !known.includes(name)).sort();
}

function nearest(name: string, known: readonly string[], within: number): string | undefined {
  let best: string | undefined;
  let bestDistance = within + 1;
  for (const candidate of known) {
    if (isUnlike(name, candidate, bestDistance)) continue;
    const distance = editDistance(name, candidate);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/**
 * Returns whether the distance is certainly `limit` or more: one edit changes the length by at most one, and brings at most one
 * new letter. An environment has dozens of variables, and most are unlike any setting.
 */
function isUnlike(a: string, b: string, limit: number): boolean {
  if (Math.abs(a.length - b.length) >= limit) return true;
  return [...new Set(a)].filter((letter) => !b.includes(letter)).length >= limit;
}

/** Returns the Levenshtein distance; keeps one row of the matrix at a time. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
