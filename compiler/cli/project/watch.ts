/** Repeats a run whenever one of the files that it reads changes. */
import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { Lookups } from './record-lookups.ts';

const POLL_MS = 50;

/** Lists the files that a run depends on, again at every check, so that new files count. It must not read files. */
export type WatchedPaths = () => readonly string[];

/**
 * Calls `run` immediately and after every change, one run after another, until the process ends; `run` returns its
 * dependencies. It polls the files instead of waiting for events, because editors replace files and network folders
 * send no events.
 */
export async function watch(run: () => Promise<WatchedPaths> | WatchedPaths): Promise<never> {
  for (;;) {
    const startedAt = Date.now();
    const paths = await run();
    const before = stampOf(paths());
    // A file written during the run may have been read too early. A time in the future is ignored.
    const now = Date.now();
    const isRecent = ({ mtimeMs }: Stamp): boolean => mtimeMs >= startedAt && mtimeMs <= now;
    let isStale = [...before.values()].some(isRecent);
    while (!isStale) {
      await wait(POLL_MS);
      isStale = differs(before, stampOf(paths()));
    }
  }
}

/** Returns the files that a run has looked up, and those that its patterns match now. */
export function watchedPaths({ paths, patterns }: Lookups, files: RuleFiles): WatchedPaths {
  return () => [...paths, ...[...patterns].flatMap((pattern) => files.glob(pattern))];
}

type Stamp = { readonly mtimeMs: number; readonly size: number; readonly ino: number };

/** Files that do not exist have no entry. */
function stampOf(paths: readonly string[]): ReadonlyMap<string, Stamp> {
  const stamps = new Map<string, Stamp>();
  for (const path of new Set(paths)) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined) stamps.set(path, stats);
  }
  return stamps;
}

function differs(before: ReadonlyMap<string, Stamp>, now: ReadonlyMap<string, Stamp>): boolean {
  if (before.size !== now.size) return true;
  return [...now].some(([path, { mtimeMs, size, ino }]) => {
    const known = before.get(path);
    return known?.mtimeMs !== mtimeMs || known.size !== size || known.ino !== ino;
  });
}
