/** How much a reload has replaced. */

export type Reloaded = 'all' | 'part' | 'none';

/** What the operator is told; standard error has the reasons. */
export const RELOADED: Readonly<Record<Reloaded, string>> = {
  all: 'Reloaded',
  part: 'Reloaded in part: see standard error',
  none: 'Nothing reloaded: see standard error',
};

/** Of several parts, each reloaded or not; none at all: there was nothing to do. */
export function reloadedOf(parts: readonly Reloaded[]): Reloaded {
  if (parts.every((part) => part === 'all')) return 'all';
  return parts.every((part) => part === 'none') ? 'none' : 'part';
}
