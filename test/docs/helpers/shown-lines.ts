/** What a page says that a block prints. */

/** Returns the first of `shows` that `output` does not have after those before it; undefined: it has all, in this order. */
export function missingLine(shows: readonly string[], output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trimEnd());
  let from = 0;
  for (const line of shows) {
    const at = lines.indexOf(line.trimEnd(), from);
    if (at === -1) return line;
    from = at + 1;
  }
  return undefined;
}
