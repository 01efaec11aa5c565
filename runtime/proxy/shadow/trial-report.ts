/** Counts the candidate's results and writes the report about it. */
import type { Transaction } from '#engine/host/compiled-waf.ts';
import type { Redaction } from '#engine/log/redact.ts';
import type { LogFile } from '../logs/log-file.ts';
import type { Judged } from './candidate.ts';
import {
  type Change,
  changeOf,
  type MatchedRule,
  rulesOf,
  type Verdict,
  verdictOf,
} from './judgement.ts';
import type { ShadowRequest } from './messages.ts';
import { formatReportLine, type ReportLine, requestSummary } from './report.ts';

/** The decision of the rules in force about a request. */
export type Observed = {
  readonly verdict: Verdict;
  /**
   * Undefined when no rule matched, as for most requests: a transaction that waits takes 20 KB, which V8's collector
   * would copy.
   */
  readonly matched: Matched | undefined;
};

type Matched = {
  readonly transaction: Transaction;
  /** The ids of the rules that matched in phases 1 and 2. */
  readonly ruleIds: ReadonlySet<string>;
};

export type DropReason = 'queue' | 'large' | 'fault';

/** The metrics of a trial. */
export type TrialCounters = {
  readonly judged: () => void;
  readonly differs: (change: Change) => void;
  readonly dropped: (reason: DropReason, amount: number) => void;
};

export type TrialReport = {
  readonly drop: (reason: DropReason, amount?: number) => void;
  /** `candidate`: the SHA-256 hash of its module. */
  readonly judged: (
    candidate: string,
    request: ShadowRequest,
    live: Observed,
    judged: Judged,
  ) => void;
  /** Writes the counts since the last summary. */
  readonly summarize: (candidate: string) => void;
};

/** Undefined when no report is written. */
export type ReportSink = Pick<LogFile, 'write'> | undefined;

export function createTrialReport(
  sink: ReportSink,
  redact: Redaction,
  counters: TrialCounters,
): TrialReport {
  let counted = { judged: 0, dropped: 0 };
  const write = (line: ReportLine): void => sink?.write(formatReportLine(line));
  const drop = (reason: DropReason, amount = 1): void => {
    counted.dropped += amount;
    counters.dropped(reason, amount);
  };
  return {
    drop,
    judged: (candidate, { id, head }, observed, judged) => {
      // Only for a line: redaction and the time take 18 us, and most requests lead to none.
      const common = () => ({
        candidate,
        time: now(),
        ...requestSummary(id, head, redact),
      });
      if (judged.kind === 'Faulted') {
        drop('fault');
        write({ kind: 'fault', ...common(), problem: judged.problem });
        return;
      }
      counted.judged += 1;
      counters.judged();
      if (judged.kind === 'Agreed') return;
      const { verdict, matched } = observed;
      const change = changeOf(verdict, judged.judgement.verdict);
      if (change === undefined) return;
      counters.differs(change);
      const live = { verdict, rules: rulesBefore(matched, redact) };
      write({ kind: 'difference', change, ...common(), live, shadow: judged.judgement });
    },
    summarize: (candidate) => {
      if (counted.judged + counted.dropped === 0) return;
      write({ kind: 'summary', candidate, time: now(), ...counted });
      counted = { judged: 0, dropped: 0 };
    },
  };
}

export function observed(transaction: Transaction): Observed {
  const { matches } = transaction;
  const verdict = verdictOf(transaction);
  if (matches.length === 0) return { verdict, matched: undefined };
  const ruleIds = new Set(matches.map(({ rule }) => String(rule.id)));
  return { verdict, matched: { transaction, ruleIds } };
}

/** Returns the rules that matched in phases 1 and 2; others may have matched since then. */
function rulesBefore(matched: Matched | undefined, redact: Redaction): MatchedRule[] {
  if (matched === undefined) return [];
  return rulesOf(matched.transaction, redact).filter(({ id }) => matched.ruleIds.has(id));
}

function now(): string {
  return new Date().toISOString();
}
