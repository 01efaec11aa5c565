/** Decides which countries may pass (docs/spec/service.md#countries); the block list takes precedence. */

/** Returns true when clients of this country are blocked; undefined means an unknown country. */
export type BlocksCountry = (country: string | undefined) => boolean;

/**
 * Creates the policy. An unknown country is blocked only when `allow` is not empty
 * (docs/spec/service.md#countries).
 */
export function geoPolicy(allow: readonly string[], deny: readonly string[]): BlocksCountry {
  const allowed = new Set(allow);
  const denied = new Set(deny);
  return (country) => {
    if (country === undefined) return allowed.size > 0;
    return denied.has(country) || (allowed.size > 0 && !allowed.has(country));
  };
}
