/** Checks the Node release. Older releases load this file first, so it uses only syntax that they can parse. */

/** The oldest release that works, as `engines` in package.json has it. */
const OLDEST = [20, 19] as const;

/** Returns why this release of Node cannot run Portcullis; undefined when it can. */
export function nodeProblem(release: string): string | undefined {
  const [major = 0, minor = 0] = release.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `Node ${release} is too old: Portcullis needs ${OLDEST.join('.')} or later; 24 is recommended.`;
}

/**
 * The oldest releases without the HTTP vulnerabilities CVE-2026-58044 and CVE-2026-48931
 * (docs/spec/http.md#releases-of-node). The proxy is safe on other releases too.
 */
const FIXED: ReadonlyMap<number, readonly [minor: number, patch: number]> = new Map([
  [22, [23, 2]],
  [24, [18, 1]],
  [26, [5, 1]],
]);

/** Returns a warning for a release such as `20.20.2`; undefined when it has no known vulnerability. */
export function nodeWarning(release: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = release.split('.').map(Number);
  const fixed = FIXED.get(major);
  const isSafe =
    fixed === undefined
      ? major > Math.max(...FIXED.keys())
      : minor > fixed[0] || (minor === fixed[0] && patch >= fixed[1]);
  if (isSafe) return undefined;
  return `Node ${release} has known HTTP faults (CVE-2026-58044, CVE-2026-48931): Portcullis works around them, but 24.18.1 or later is better.`;
}
