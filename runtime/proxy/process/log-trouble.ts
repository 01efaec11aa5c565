/** One warning for a log that cannot be written, however many writes and processes fail at it. */
import { performance } from 'node:perf_hooks';
import type { Operator } from '../logs/operator.ts';

/** A log that still cannot be written after this time is worth another. */
const AGAIN_MS = 600_000;

/** Takes the target of a log and why it cannot be written. */
export type ReportTrouble = (target: string, reason: string) => void;

export function reportTroubleTo(operator: Operator): ReportTrouble {
  const warnedAt = new Map<string, number>();
  return (target, reason) => {
    const now = performance.now();
    if (now - (warnedAt.get(target) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
    warnedAt.set(target, now);
    operator.warn(`log ${target} cannot be written: ${reason}; records wait until it can`);
  };
}
