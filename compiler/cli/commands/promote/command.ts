/**
 * `portcullis promote`: decides from the report of SHADOW_RULES whether the candidate may replace the current rules.
 */
import { readFileSync } from 'node:fs';
import { messageOf } from '#proxy/message-of.ts';
import type { Format } from '../../options.ts';
import { type Exit, usageError } from '../../output/report.ts';
import { formatTrial } from './format-trial.ts';
import { sumUp, type Trial } from './trial.ts';

export type PromoteOptions = {
  readonly maxNewBlocks: string;
  readonly maxLostBlocks: string;
  readonly minRequests: number;
  readonly format: Format;
};

export type Limits = {
  /** Parts of one. */
  readonly newBlocks: number;
  readonly lostBlocks: number;
  readonly requests: number;
};

export function runPromote(reports: readonly string[], options: PromoteOptions): Exit {
  const { format, maxNewBlocks, maxLostBlocks, minRequests: requests } = options;
  const newBlocks = rateIn(maxNewBlocks);
  const lostBlocks = rateIn(maxLostBlocks);
  if (newBlocks === undefined || lostBlocks === undefined)
    return usageError('--max-new-blocks and --max-lost-blocks take a rate such as 0.01%.');
  const lines: string[] = [];
  try {
    for (const report of reports) lines.push(...readFileSync(report, 'utf8').split('\n'));
  } catch (error) {
    return usageError(`The report cannot be read: ${messageOf(error)}.`);
  }
  const trial = sumUp(lines);
  if (trial === undefined) return usageError('The report contains no trial of a candidate.');
  const reasons = reasonsAgainst(trial, { newBlocks, lostBlocks, requests });
  const isFit = reasons.length === 0;
  console.log(
    format === 'json'
      ? JSON.stringify({ promote: isFit, reasons, ...trial })
      : formatTrial(trial, reasons),
  );
  return isFit ? 0 : 1;
}

/** Parses `0.01%` as 0.0001; undefined when the text is not a rate. */
function rateIn(text: string): number | undefined {
  const number = /^([0-9]+(?:\.[0-9]+)?) ?%$/.exec(text)?.[1];
  const rate = Number(number) / 100;
  return rate >= 0 && rate <= 1 ? rate : undefined;
}

/** Returns the reasons against the candidate; empty when it may be promoted. */
function reasonsAgainst(trial: Trial, limits: Limits): string[] {
  const { judged, changes, faults } = trial;
  const reasons: string[] = [];
  if (judged < limits.requests)
    reasons.push(`it has judged ${judged} requests of at least ${limits.requests}`);
  if (faults.length > 0) reasons.push(`it failed ${faults.length} times, first: ${faults[0]}`);
  const tooMany = (count: number, rate: number): boolean => count > rate * judged;
  const share = (count: number): string =>
    judged === 0 ? '' : `, ${percent(count / judged)} of what it judged`;
  if (tooMany(changes.new_block, limits.newBlocks))
    reasons.push(
      `it would block ${changes.new_block} requests that pass today${share(changes.new_block)}; at most ${percent(limits.newBlocks)} may`,
    );
  if (tooMany(changes.lost_block, limits.lostBlocks))
    reasons.push(
      `it lets ${changes.lost_block} requests pass that are blocked today${share(changes.lost_block)}; at most ${percent(limits.lostBlocks)} may`,
    );
  return reasons;
}

function percent(rate: number): string {
  return `${Number((rate * 100).toPrecision(3))} %`;
}
