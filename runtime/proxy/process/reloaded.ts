/** How much of the configuration a reload has replaced. */

export type Reloaded = 'all' | 'part' | 'none';

/** The message to the operator; the reasons go to standard error. */
export const RELOADED: Readonly<Record<Reloaded, string>> = {
  all: 'Reloaded',
  part: 'Reloaded in part: see standard error',
  none: 'Nothing reloaded: see standard error',
};

/** Combines the results of several parts; `all` when there are none. */
export function reloadedOf(parts: readonly Reloaded[]): Reloaded {
  if (parts.every((part) => part === 'all')) return 'all';
  return parts.every((part) => part === 'none') ? 'none' : 'part';
}
