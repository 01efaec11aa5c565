/** Sends the lines of a text corpus one by one and counts which rules match. */
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { runPhases } from '../../inspection/run-phases.ts';
import { requestOf } from '../../requests/request.ts';

export type Quantities = {
  readonly lines: number;
  /** The number of lines that some rule matches. */
  readonly matched: number;
  /** The number of lines that would be blocked. */
  readonly blocked: number;
  /** The most frequent first. */
  readonly rules: readonly RuleCount[];
  /** By the tag `paranoia-level/N`; `lines` counts those that a rule up to this level matches. */
  readonly levels: readonly {
    readonly level: number;
    readonly rules: number;
    readonly lines: number;
  }[];
};

export type RuleCount = {
  readonly id: number;
  /** 0 when the rule has no such tag. */
  readonly level: number;
  readonly message: string;
  readonly lines: number;
  /** The first line that it matches. */
  readonly example: string;
};

/** Rules that only evaluate the scores of other rules. */
const EVALUATION = /^9(?:49|59|80)\d{3}$/;

export type MatchCounter = {
  /** Sends a line (bytes) as the value of the argument `payload` of a form. */
  readonly add: (line: string) => void;
  readonly result: () => Quantities;
};

export function createMatchCounter(waf: CompiledWaf): MatchCounter {
  const rules = new Map<number, RuleCount>();
  /** The number of lines by the lowest level of the rules that match them. */
  const byLevel = new Map<number, number>();
  let lines = 0;
  let blocked = 0;
  return {
    add: (line) => {
      lines += 1;
      const { matches, isBlocked } = sendLine(waf, line);
      if (isBlocked) blocked += 1;
      for (const match of matches) {
        const known = rules.get(match.id) ?? { ...match, example: line, lines: 0 };
        rules.set(match.id, { ...known, lines: known.lines + 1 });
      }
      if (matches.length === 0) return;
      const lowest = Math.min(...matches.map(({ level }) => level));
      byLevel.set(lowest, (byLevel.get(lowest) ?? 0) + 1);
    },
    result: () => {
      const counts = [...rules.values()];
      const levels = [...new Set(counts.map(({ level }) => level))].toSorted();
      return {
        lines,
        matched: linesUpTo(Infinity, byLevel),
        blocked,
        rules: counts.toSorted((left, right) => right.lines - left.lines || left.id - right.id),
        levels: levels.map((level) => ({
          level,
          rules: counts.filter((rule) => rule.level === level).length,
          lines: linesUpTo(level, byLevel),
        })),
      };
    },
  };
}

function linesUpTo(level: number, byLevel: ReadonlyMap<number, number>): number {
  const counts = [...byLevel].filter(([each]) => each <= level).map(([, lines]) => lines);
  return counts.reduce((sum, lines) => sum + lines, 0);
}

type LineMatch = Pick<RuleCount, 'id' | 'level' | 'message'>;

function sendLine(
  waf: CompiledWaf,
  line: string,
): { readonly matches: readonly LineMatch[]; readonly isBlocked: boolean } {
  const request = requestOf({
    method: 'POST',
    url: '/',
    headers: [],
    body: `payload=${encode(line)}`,
  });
  const transaction = waf.open(request.head, 'quantitative', 'DetectionOnly');
  runPhases(waf, transaction, request);
  transaction.close();
  waf.forget();
  const byId = new Map<number, LineMatch>();
  for (const { rule, data } of transaction.matches) {
    if (!rule.log || EVALUATION.test(String(rule.id))) continue;
    const message = data[0]?.message ?? '';
    byId.set(rule.id, { id: rule.id, level: levelOf(rule.tags), message });
  }
  return { matches: [...byId.values()], isBlocked: transaction.detected !== undefined };
}

function levelOf(tags: readonly string[]): number {
  const found = tags.map((tag) => /^paranoia-level\/(\d+)$/.exec(tag)?.[1]);
  return Number(found.find((level) => level !== undefined) ?? 0);
}

/** Encodes byte by byte. */
function encode(text: string): string {
  return text.replace(/[^\w.~-]/g, (char) => {
    return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
