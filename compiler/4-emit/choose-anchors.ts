/** For each literal the three bytes by which the engine finds it: rare ones, that few others share. */

/** From common to rare in ordinary text; what is not in it is rarer still. */
const COMMON = ' etaoinsrhldcumpfgywbvk0123456789.-/_:xjqz';

/** `literals`: lower case, 2 bytes or more each; for each the place behind its three bytes (2 of 2). */
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
    const place = COMMON.indexOf(char);
    return product * (place === -1 ? 1 : COMMON.length - place + 1);
  }, 1);
  return common * Math.sqrt(1 + (loads.get(gram) ?? 0));
}
