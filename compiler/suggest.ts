/** Suggests the name that an author may have meant. */
import type { Fix } from './diagnostics.ts';

/** Returns the name nearest to the unknown `name`, and its fix when only one name is near enough. */
export function suggest(
  name: string,
  names: Iterable<string>,
): { readonly near: string | undefined; readonly fix: Fix | undefined } {
  const known = [...names];
  const slip = slipOf(name, known);
  return {
    near: nearest(name, known),
    fix: slip === undefined ? undefined : { from: name, to: slip },
  };
}

/** Returns the hint with the name that is probably meant; undefined when there is none. */
export function didYouMean(near: string | undefined): string | undefined {
  return near === undefined ? undefined : `Did you mean ${near}?`;
}

/** Names from other languages, and the names that SecLang uses for them. The keys are in lower case. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['base64', ['base64Decode']],
  ['decodebase64', ['base64Decode']],
  ['equals', ['streq', 'eq']],
  ['htmldecode', ['htmlEntityDecode']],
  ['ip', ['ipMatch']],
  ['ipaddress', ['ipMatch']],
  ['level', ['severity']],
  ['lower', ['lowercase']],
  ['mesage', ['msg']],
  ['message', ['msg']],
  ['query', ['QUERY_STRING']],
  ['name', ['msg']],
  ['regex', ['rx']],
  ['regexp', ['rx']],
  ['tolower', ['lowercase']],
  ['toupper', ['uppercase']],
  ['upper', ['uppercase']],
  ['uri', ['REQUEST_URI']],
  ['url', ['REQUEST_URI']],
  ['body', ['REQUEST_BODY']],
  ['cookies', ['REQUEST_COOKIES']],
  ['headers', ['REQUEST_HEADERS']],
  ['method', ['REQUEST_METHOD']],
  ['startswith', ['beginsWith']],
  ['secremoverulebyid', ['SecRuleRemoveById']],
  ['secremoverulebytag', ['SecRuleRemoveByTag']],
  ['secruleremovetargetbyid', ['SecRuleUpdateTargetById']],
  ['secruleremovetargetbytag', ['SecRuleUpdateTargetByTag']],
]);

/**
 * Returns the name that is probably meant: a known alias, a name within two edits (three for long names), or one that
 * is longer or shorter at its end.
 */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const written = name.toLowerCase();
  const candidates = [...names];
  const alias = candidates.find((each) => ALIASES.get(written)?.includes(each));
  if (alias !== undefined) return alias;
  return (
    within(written, candidates, written.length > 11 ? 3 : 2) ?? completion(written, candidates)
  );
}

/** Returns the nearest name that at most `most` edits lead to. */
export function within(
  name: string,
  candidates: Iterable<string>,
  most: number,
): string | undefined {
  const written = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    const distance = editDistance(written, candidate.toLowerCase());
    // Of two that are equally near, an author who stopped early means the one that goes on.
    const isLess = distance < bestDistance;
    const goesOn = distance === bestDistance && candidate.toLowerCase().startsWith(written);
    if (!(isLess || (goesOn && best !== undefined)) || distance >= candidate.length) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/**
 * Returns the name nearest in length that has `written` as a prefix, or is a prefix of it. The prefix must be most of
 * both.
 */
function completion(written: string, names: readonly string[]): string | undefined {
  const distanceTo = (name: string): number => Math.abs(name.length - written.length);
  const isSame = (name: string): boolean => {
    const other = name.toLowerCase();
    const [short, long] = written.length < other.length ? [written, other] : [other, written];
    return long.startsWith(short) && short.length >= 4 && short.length / long.length >= 0.7;
  };
  return names.filter(isSame).toSorted((left, right) => distanceTo(left) - distanceTo(right))[0];
}

/** Returns the only name that is at most one edit away; undefined when there is none or more than one. */
function slipOf(name: string, names: Iterable<string>): string | undefined {
  const isNear = (other: string): boolean =>
    editDistance(name.toLowerCase(), other.toLowerCase()) <= 1;
  const [only, ...others] = new Set([...names].filter(isNear));
  return others.length === 0 ? only : undefined;
}

/** Counts insertions, deletions and replacements of one character, and exchanges of two neighbouring characters. */
function editDistance(left: string, right: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isExchanged =
        left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const replaced = (previous[column - 1] ?? 0) + (isSame ? 0 : 1);
      const edited = Math.min(
        replaced,
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      const exchanged = (before[column - 2] ?? Number.POSITIVE_INFINITY) + 1;
      current.push(isExchanged ? Math.min(edited, exchanged) : edited);
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
