/** Caches results of pure functions for later calls: by the next profile, or by the next run of a watch. */

/** As long as the argument lives; it must never change. */
export function memoizeByObject<Argument extends object, Result>(
  make: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const known = new WeakMap<Argument, { readonly result: Result }>();
  return (argument) => {
    const found = known.get(argument);
    if (found !== undefined) return found.result;
    const result = make(argument);
    known.set(argument, { result });
    return result;
  };
}

/** Twice the expressions of the OWASP CRS with all its paranoia levels. */
const MAX_TEXTS = 2000;

/** Starts again with an empty cache when there are too many, as in an editor that runs for days. */
export function memoizeByText<Result>(make: (text: string) => Result): (text: string) => Result {
  return memoizeByKey((text) => text, make);
}

/** The same for arguments that `keyOf` distinguishes by a text. */
export function memoizeByKey<Argument, Result>(
  keyOf: (argument: Argument) => string,
  make: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (argument) => {
    const key = keyOf(argument);
    const found = known.get(key);
    if (found !== undefined) return found.result;
    if (known.size >= MAX_TEXTS) known.clear();
    const result = make(argument);
    known.set(key, { result });
    return result;
  };
}
