/** Sets flags of V8 that suit a proxy. */
import { setFlagsFromString } from 'node:v8';
import type { Environment } from '../settings/read-settings.ts';
import { V8_VERSION } from './v8-version.ts';
import { OPTIMIZATION } from './warm-up/early-optimization.ts';

/**
 * Threads that sweep and move objects beside the event loop save nothing of its time with V8 11 (Node 20); with V8 13
 * (Node 24) requests take some 5 percent more of it without them.
 */
const OTHER_THREADS =
  V8_VERSION === 11 ? ['--no-concurrent-sweeping', '--no-parallel-compaction'] : [];

/**
 * V8 begins to mark the old generation as soon as what a full young generation may add exceeds the growth below: nearly
 * always. These are the percentages of the growth after which it begins, in small steps and at once: with V8 13 uploads
 * cause a ninth of the collections, for 10 MB of RSS. With V8 11 a fifth fewer would take 3 to 5 MB, and memory above 120 MB.
 */
const MARKING_LATER =
  V8_VERSION === 11
    ? []
    : ['--incremental-marking-soft-trigger=70', '--incremental-marking-hard-trigger=95'];

export const V8_FLAGS: readonly string[] = [
  /**
   * Threads that mark the old generation while requests run keep what becomes garbage meanwhile, so that V8 collects
   * sooner again. Without them uploads take a third less processor time on Node 20 and a tenth less on Node 24, and RSS
   * is there 8 MB lower.
   */
  '--no-concurrent-marking',
  ...OTHER_THREADS,
  /**
   * V8 lets its old generation grow to four times what survived the last collection. In a proxy, 20 to 30 MB survive.
   * With a growth of 20 percent, RSS is 160 MB after 16,000 requests instead of 233 MB, for the same processor time.
   */
  '--heap-growing-percent=20',
  ...MARKING_LATER,
  /**
   * A collection of the young generation finds little that survives: other threads that help with it cost more than
   * they save, some 2 percent of a request.
   */
  '--no-parallel-scavenge',
  /**
   * Bytes of bytecode that V8 inlines into a function, instead of 920. RSS is 4 to 7 MB lower, because compilations
   * take less memory and time, and requests cost no more.
   */
  '--max-inlined-bytecode-size-cumulative=300',
  /**
   * Maglev, the first compiler on Node 24 and later, inlines nothing: RSS is 8 MB lower after 27,000 requests, although a
   * request then costs up to a tenth more.
   */
  '--no-maglev-inlining',
  ...OPTIMIZATION.usual,
];

/** Call this before rules are loaded; threads inherit the flags. Flags that the operator has set stay as they are. */
export function tuneV8(
  execArguments: readonly string[],
  { NODE_OPTIONS: nodeOptions = '' }: Environment,
): void {
  const given = [...execArguments, nodeOptions].join(' ').replaceAll('_', '-');
  for (const flag of V8_FLAGS) {
    if (!given.includes(nameOf(flag))) setFlagsFromString(flag);
  }
}

/** Returns the name without `no-` and value. */
function nameOf(flag: string): string {
  return flag.replace(/^--(?:no-)?|=.*$/g, '');
}
