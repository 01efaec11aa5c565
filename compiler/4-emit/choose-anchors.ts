/** Chooses for each literal the three bytes by which the engine finds it: rare bytes that few other literals share. */

/** Characters in order of frequency in ordinary text, the most frequent first; all others are rarer. */
const COMMON = ' etaoinsrhldcumpfgywbvk0123456789.-/_:xjqz';

/** Text that browsers send with every request (RFC 9110, Fetch, Client Hints). */
const BROWSERS =
  'mozilla/5.0 (windows nt 10.0; win64; x64; macintosh; intel mac os x 10_15_7; linux; android; iphone; mobile) ' +
  'applewebkit/537.36 (khtml, like gecko) chrome/100.0.0.0 safari/600.1.15 firefox/100.0 version edg google chromium ' +
  'not_a brand text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8 ' +
  'application/json application/x-www-form-urlencoded; charset=utf-8 gzip, deflate, br, zstd en-us,en;q=0.5 ' +
  'keep-alive same-origin same-site cross-site navigate document cors no-cors max-age=0 no-cache websocket ' +
  'http://www. https://www. .com/ .html index image style script empty session cookie';

/** Cost factor of three bytes that occur in this text, because the engine finds them in every request. */
const MET_ALWAYS = 20;

const gramsOfBrowsers = new Set(Array.from(BROWSERS, (_, at) => BROWSERS.slice(at, at + 3)));

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
  return common * met * Math.sqrt(1 + (loads.get(gram) ?? 0));
}
