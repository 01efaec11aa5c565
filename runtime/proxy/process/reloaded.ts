/** How much of the configuration a reload has replaced. */
import type { Operator } from '../logs/operator.ts';

export type Reloaded = 'all' | 'part' | 'none';

/** What became of a part of the configuration, or of all parts in a process. */
export type ReloadedPart = {
  readonly reloaded: Reloaded;
  /** One line for each reason why something stays as it was. */
  readonly problems: readonly string[];
};

export function reportProblems(problems: Iterable<string>, { warn }: Operator): void {
  for (const problem of problems) warn(`reload: ${problem}`);
}

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
