/** Prints one warning for a lasting problem, however often and in however many processes it occurs. */
import { performance } from 'node:perf_hooks';
import type { LogTrouble } from '../logs/log-file.ts';
import type { Operator } from '../logs/operator.ts';

/** A problem that lasts longer than this many milliseconds is reported again. */
const AGAIN_MS = 600_000;

/** `trouble`: identifies the problem; lines with the same value are about the same one. */
export type WarnOnce = (trouble: string, line: string) => void;

export function warnOnceBy(operator: Operator): WarnOnce {
  const warnedAt = new Map<string, number>();
  return (trouble, line) => {
    const now = performance.now();
    if (now - (warnedAt.get(trouble) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    warnedAt.set(trouble, now);
    operator.warn(line);
  };
}

/** Reports a log that cannot be written. */
export function reportLogTrouble(warnOnce: WarnOnce): LogTrouble {
  return (target, { message }) => {
    const line = `log ${target} cannot be written: ${message}; records are buffered until it can be`;
    warnOnce(`log ${target}`, line);
  };
}
