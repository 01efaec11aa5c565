/** Summarises a report about the last candidate that was tried. */
import { member } from '#compiler/json.ts';
import type { ReportLine } from '#proxy/shadow/report.ts';

export type Trial = {
  /** SHA-256 of its module. */
  readonly candidate: string;
  readonly judged: number;
  /** The number of sampled requests that the candidate did not judge. */
  readonly dropped: number;
  readonly changes: Readonly<Record<'new_block' | 'lost_block' | 'other_response', number>>;
  /**
   * By rule, most frequent first: requests that the candidate would newly block, and those that it no longer blocks.
   */
  readonly newBlocks: readonly RuleCount[];
  readonly lostBlocks: readonly RuleCount[];
  readonly faults: readonly string[];
  /** The number of lines that do not belong to a report, such as an incomplete one. */
  readonly unread: number;
};

export type RuleCount = {
  readonly id: string;
  readonly message: string;
  readonly count: number;
  /** One of the requests. */
  readonly example: string;
};

type Difference = Extract<ReportLine, { readonly kind: 'difference' }>;

export type TrialReader = {
  /** Counts a line of a report; undefined: it is too long to be read. */
  readonly add: (line: string | undefined) => void;
  /** Returns the trial of the candidate that was tried last; undefined when the report has none. */
  readonly result: () => Trial | undefined;
};

/** Memory grows with the candidates and the rules, not with the lines. */
export function createTrialReader(): TrialReader {
  const trials = new Map<string, MutableTrial>();
  let last = { candidate: '', time: '' };
  let unread = 0;
  return {
    add: (text) => {
      if (text?.trim() === '') return;
      const line = text === undefined ? undefined : parseLine(text);
      if (line === undefined) {
        unread += 1;
        return;
      }
      const { candidate, time } = line;
      if (time >= last.time) last = { candidate, time };
      const trial = trials.get(candidate) ?? newTrial();
      trials.set(candidate, trial);
      addLine(trial, line);
    },
    result: () => {
      const trial = trials.get(last.candidate);
      if (trial === undefined || last.candidate === '') return undefined;
      const [newBlocks, lostBlocks] = [sorted(trial.newBlocks), sorted(trial.lostBlocks)];
      return { candidate: last.candidate, ...trial, newBlocks, lostBlocks, unread };
    },
  };
}

type Counts = Map<string, RuleCount>;

type MutableTrial = {
  judged: number;
  dropped: number;
  readonly changes: Record<Difference['change'], number>;
  readonly newBlocks: Counts;
  readonly lostBlocks: Counts;
  readonly faults: string[];
};

function newTrial(): MutableTrial {
  const changes = { new_block: 0, lost_block: 0, other_response: 0 };
  return {
    ...{ judged: 0, dropped: 0, changes },
    ...{ newBlocks: new Map(), lostBlocks: new Map(), faults: [] },
  };
}

function addLine(trial: MutableTrial, line: ReportLine): void {
  switch (line.kind) {
    case 'summary':
      trial.judged += line.judged;
      trial.dropped += line.dropped;
      break;
    case 'difference':
      trial.changes[line.change] += 1;
      if (line.change === 'new_block') countRules(trial.newBlocks, line, 'shadow', 'live');
      if (line.change === 'lost_block') countRules(trial.lostBlocks, line, 'live', 'shadow');
      break;
    case 'fault':
      trial.faults.push(line.problem);
  }
}

function parseLine(line: string): ReportLine | undefined {
  try {
    const parsed: ReportLine = JSON.parse(line);
    const isOurs =
      /^(?:summary|fault)$/.test(parsed.kind) ||
      (parsed.kind === 'difference' && hasRules(parsed.live) && hasRules(parsed.shadow));
    return isOurs && typeof parsed.candidate === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function hasRules(judgement: unknown): boolean {
  return Array.isArray(member(judgement, 'rules'));
}

/** Counts the rules that matched on only one side, because they explain the change. */
function countRules(
  counts: Counts,
  line: Difference,
  side: 'live' | 'shadow',
  other: 'live' | 'shadow',
): void {
  const known = new Set(line[other].rules.map(({ id }) => id));
  const ids = new Map(line[side].rules.map((rule) => [rule.id, rule]));
  for (const { id, message } of ids.values()) {
    if (known.has(id)) continue;
    const example = `${line.method} ${line.host}${line.uri}`;
    const before = counts.get(id) ?? { id, message, count: 0, example };
    counts.set(id, { ...before, count: before.count + 1 });
  }
}

function sorted(counts: Counts): readonly RuleCount[] {
  return [...counts.values()].toSorted((one, two) => two.count - one.count);
}
