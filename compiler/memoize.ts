/** Caches the results of pure functions, for the next profile or the next run of a watch. */

/** Caches one result for each argument object, as long as the object lives. The object must never change. */
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

/** Twice the number of expressions in the OWASP CRS with all paranoia levels. */
const MAX_TEXTS = 2000;

/**
 * Caches one result for each text. The cache is cleared when it is full, which happens in editors that run for days.
 */
export function memoizeByText<Result>(make: (text: string) => Result): (text: string) => Result {
  return memoizeByKey((text) => text, make);
}

/** Caches results as `memoizeByText` does, by the text that `keyOf` returns for an argument. */
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
