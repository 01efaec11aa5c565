/** Decides which countries may pass (docs/spec/service.md#countries); the block list takes precedence. */

/** True when clients of this country (undefined: unknown) are blocked. */
export type BlocksCountry = (country: string | undefined) => boolean;

/** An unknown country is blocked only when there is a list of allowed ones (docs/spec/service.md#countries). */
export function geoPolicy(allow: readonly string[], deny: readonly string[]): BlocksCountry {
  const allowed = new Set(allow);
  const denied = new Set(deny);
  return (country) => {
    if (country === undefined) return allowed.size > 0;
    return denied.has(country) || (allowed.size > 0 && !allowed.has(country));
  };
}
