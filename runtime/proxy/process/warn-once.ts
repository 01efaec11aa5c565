/** One warning for a trouble that goes on, however often and in however many processes it shows. */
import { performance } from 'node:perf_hooks';
import type { LogTrouble } from '../logs/log-file.ts';
import type { Operator } from '../logs/operator.ts';

/** A trouble that is still there after this time is worth another. */
const AGAIN_MS = 600_000;

/** `trouble`: what lines about the same one have in common. */
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
    const line = `log ${target} cannot be written: ${message}; records wait until it can`;
    warnOnce(`log ${target}`, line);
  };
}
