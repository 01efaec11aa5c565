/** Finds variables that resemble settings but are unknown, mostly spelling mistakes. */
import { settingTable } from './setting-table.ts';

const OURS = /^(PROXY|WAF|GEO|ENGINE)_/;

/** Kubernetes sets these variables for every service of a namespace, and the service may have any name. */
const SERVICE_LINK = /_(SERVICE_(HOST|PORT(_.*)?)|PORT(_[0-9]+_(TCP|UDP|SCTP)(_.*)?)?)$/;

const MAX_DISTANCE = 3;

/**
 * `names`: the names of all environment variables. Returns one line per unknown one, with the known name that is
 * nearest.
 */
export function unknownVariables(names: readonly string[]): string[] {
  const known = Object.values(settingTable).flatMap(({ name, aliases }) => [name, ...aliases]);
  const unknown = names
    .filter((name) => OURS.test(name) && !SERVICE_LINK.test(name) && !known.includes(name))
    .sort();
  return unknown.map((name) => {
    const near = nearest(name, known);
    return `${name}: unknown variable.${near === undefined ? '' : ` Did you mean ${near}?`}`;
  });
}

function nearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = MAX_DISTANCE + 1;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
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
