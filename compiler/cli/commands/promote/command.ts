/**
 * `portcullis promote`: decides from the report of SHADOW_RULES whether the candidate may replace the current rules.
 */
import type { Format } from '../../options.ts';
import { reasonOf } from '../../output/reason-of.ts';
import { type Exit, usageError } from '../../output/report.ts';
import { findLog } from '../../replay/log-files.ts';
import { readLines } from '../../replay/read-lines.ts';
import { formatTrial } from './format-trial.ts';
import { createTrialReader, type Trial, type TrialReader } from './trial.ts';

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

export async function runPromote(
  reports: readonly string[],
  options: PromoteOptions,
): Promise<Exit> {
  const { format, maxNewBlocks, maxLostBlocks, minRequests: requests } = options;
  const newBlocks = rateIn(maxNewBlocks);
  const lostBlocks = rateIn(maxLostBlocks);
  if (newBlocks === undefined || lostBlocks === undefined)
    return usageError('--max-new-blocks and --max-lost-blocks take a rate such as 0.01%.');
  const reader = createTrialReader();
  for (const report of reports) {
    const problem = await readReport(report, reader);
    if (problem !== undefined) return usageError(problem);
  }
  const trial = reader.result();
  if (trial === undefined) return usageError('The report contains no trial of a candidate.');
  const reasons = reasonsAgainst(trial, { newBlocks, lostBlocks, requests });
  const isFit = reasons.length === 0;
  console.log(
    format === 'json'
      ? JSON.stringify({ schemaVersion: 1, promote: isFit, reasons, ...trial })
      : formatTrial(trial, reasons),
  );
  return isFit ? 0 : 1;
}

/** Returns a message when the report cannot be read. */
async function readReport(path: string, { add }: TrialReader): Promise<string | undefined> {
  try {
    findLog(path);
    for await (const { lines } of readLines(path, () => {}))
      for (const line of lines) add(line?.toString('utf8'));
    return undefined;
  } catch (error) {
    return `Cannot read the report ${path}. ${reasonOf(error)}`;
  }
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
