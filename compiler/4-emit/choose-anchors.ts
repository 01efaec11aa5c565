/** Chooses for each literal the three bytes by which the engine finds it: rare bytes that few other literals share. */
import { gramsOfBrowsers, timesInWords } from './ordinary-text.ts';

/** Characters in order of frequency in ordinary text, the most frequent first; all others are rarer. */
const COMMON = ' etaoinsrhldcumpfgywbvk0123456789.-/_:xjqz';

/** Cost factor of three bytes that browsers send, because the engine finds them in every request. */
const MET_ALWAYS = 20;
/** Cost factor for each time that three bytes occur in ordinary words. */
const MET_OFTEN = 20;

/**
 * Returns for each literal the index after its three bytes (2 when it has 2 bytes). The literals are in lower case, 2
 * bytes or more each.
 */
export function chooseAnchors(literals: readonly string[]): readonly number[] {
  const loads = new Map<string, number>();
  return literals.map((literal) => {
    const ends = Array.from({ length: Math.max(1, literal.length - 2) }, (_, offset) =>
      Math.min(offset + 3, literal.length),
    );
    const costs = ends.map((end) => costOf(literal.slice(Math.max(0, end - 3), end), loads));
    const best = ends[costs.indexOf(Math.min(...costs))] ?? 2;
    const gram = literal.slice(Math.max(0, best - 3), best);
    loads.set(gram, (loads.get(gram) ?? 0) + 1);
    return best;
  });
}

function costOf(gram: string, loads: ReadonlyMap<string, number>): number {
  const common = [...gram].reduce((product, char) => {
    const position = COMMON.indexOf(char);
    return product * (position === -1 ? 1 : COMMON.length - position + 1);
  }, 1);
  const met = gramsOfBrowsers.has(gram) ? MET_ALWAYS : 1;
  const often = 1 + MET_OFTEN * timesInWords(gram);
  return common * met * often * Math.sqrt(1 + (loads.get(gram) ?? 0));
}
