/** Summarises a report about the last candidate that was tried. */
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

/** Returns undefined when the report has no candidate. */
export function sumUp(lines: readonly string[]): Trial | undefined {
  const parsed = lines.filter((line) => line.trim() !== '').map(parseLine);
  const read = parsed.flatMap((line) => (line === undefined ? [] : [line]));
  const candidate = read.reduce((last, line) => (line.time >= last.time ? line : last), {
    candidate: '',
    time: '',
  }).candidate;
  if (candidate === '') return undefined;
  const own = read.filter((line) => line.candidate === candidate);
  const summaries = own.flatMap((line) => (line.kind === 'summary' ? [line] : []));
  const differences = own.flatMap((line) => (line.kind === 'difference' ? [line] : []));
  const count = (change: Difference['change']): number =>
    differences.filter((line) => line.change === change).length;
  return {
    candidate,
    judged: summaries.reduce((sum, { judged }) => sum + judged, 0),
    dropped: summaries.reduce((sum, { dropped }) => sum + dropped, 0),
    changes: {
      new_block: count('new_block'),
      lost_block: count('lost_block'),
      other_response: count('other_response'),
    },
    newBlocks: countRules(differences, 'new_block', 'shadow', 'live'),
    lostBlocks: countRules(differences, 'lost_block', 'live', 'shadow'),
    faults: own.flatMap((line) => (line.kind === 'fault' ? [line.problem] : [])),
    unread: parsed.length - read.length,
  };
}

function parseLine(line: string): ReportLine | undefined {
  try {
    const parsed: ReportLine = JSON.parse(line);
    const isOurs = /^(?:summary|difference|fault)$/.test(parsed.kind);
    return isOurs && typeof parsed.candidate === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Counts the rules that matched on only one side, because they explain the change. */
function countRules(
  differences: readonly Difference[],
  change: Difference['change'],
  side: 'live' | 'shadow',
  other: 'live' | 'shadow',
): RuleCount[] {
  const counts = new Map<string, RuleCount>();
  for (const line of differences) {
    if (line.change !== change) continue;
    const known = new Set(line[other].rules.map(({ id }) => id));
    const ids = new Map(line[side].rules.map((rule) => [rule.id, rule]));
    for (const { id, message } of ids.values()) {
      if (known.has(id)) continue;
      const example = `${line.method} ${line.host}${line.uri}`;
      const before = counts.get(id) ?? { id, message, count: 0, example };
      counts.set(id, { ...before, count: before.count + 1 });
    }
  }
  return [...counts.values()].toSorted((one, two) => two.count - one.count);
}
