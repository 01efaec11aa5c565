/** Node releases with known HTTP faults. Our own code is safe on them; others are safer still. */

/** Oldest releases without CVE-2026-58044 and CVE-2026-48931 (design/security.md 2). */
const FIXED: ReadonlyMap<number, readonly [minor: number, patch: number]> = new Map([
  [22, [23, 2]],
  [24, [18, 1]],
  [26, [5, 1]],
]);

/** A warning for a release such as `20.20.2`; undefined when it has no known fault. */
export function nodeWarning(release: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = release.split('.').map(Number);
  const fixed = FIXED.get(major);
  const isSafe =
    fixed === undefined
      ? major > Math.max(...FIXED.keys())
      : minor > fixed[0] || (minor === fixed[0] && patch >= fixed[1]);
  if (isSafe) return undefined;
  return `Node ${release} has known HTTP faults (CVE-2026-58044, CVE-2026-48931): Portcullis works around them, but 22.23.2, 24.18.1 or later is better.`;
}
