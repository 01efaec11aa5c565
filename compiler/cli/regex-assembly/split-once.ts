/** Returns the items before the first `separator` and those after it; without a separator, all items are before it. */
export function splitOnce(
  items: readonly string[],
  separator: string,
): readonly [before: readonly string[], after: readonly string[]] {
  const at = items.indexOf(separator);
  return at === -1 ? [items, []] : [items.slice(0, at), items.slice(at + 1)];
}
