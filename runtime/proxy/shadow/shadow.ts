/**
 * Lets a candidate judge a sample of the requests that the rules in force have decided about, and reports the
 * differences.
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Decoding, Transaction } from '#engine/host/compiled-waf.ts';
import type { Redaction } from '#engine/log/redact.ts';
import type { Inspection } from '../waf/inspection.ts';
import { createBatches, pauseOf } from './batches.ts';
import type { Candidate } from './candidate.ts';
import type { Verdict } from './judgement.ts';
import { type CandidateModule, createLoadedCandidate, type Loaded } from './loaded-candidate.ts';
import type { ShadowRequest } from './messages.ts';
import {
  createTrialReport,
  observed,
  type ReportSink,
  type TrialCounters,
} from './trial-report.ts';
import { createWaitingRequests } from './waiting-requests.ts';

const SUMMARY_MS = 10_000;

/** A request body as the rules in force have read it. */
export type ReadText = {
  readonly text: ByteString;
  readonly truncated: boolean;
  readonly decoding: Decoding | undefined;
};

export type Shadow = {
  /** Called after phases 1 and 2, or after phase 1 when that has refused the request; `body` is then undefined. */
  readonly observe: (inspection: Inspection, body: ReadText | undefined) => void;
  /** Counts a request whose body was too large to be copied for the candidate. */
  readonly skipLarge: () => void;
  /**
   * Starts another candidate. The previous one remains until the new one is loaded, or when the new one cannot be
   * loaded.
   */
  readonly start: (module: CandidateModule) => void;
  /**
   * Lets the candidate judge what waits, for `ms` milliseconds at most, and ends it after a last summary in the report.
   * Requests that are left then count as dropped.
   */
  readonly close: (ms: number) => Promise<void>;
};

export type ShadowOptions = {
  /** The fraction of requests, from 0 to 1. */
  readonly sample: number;
  readonly redact: Redaction;
  readonly report: ReportSink;
  readonly counters: TrialCounters;
  /** Called when a module cannot be loaded. */
  readonly loadFailed: (module: CandidateModule, error: unknown) => void;
  /** Returns the names under which the profiles in force were compiled. */
  readonly profiles: () => readonly string[];
  readonly startCandidate: (module: CandidateModule) => Candidate;
};

export function createShadow(options: ShadowOptions): Shadow {
  const { sample } = options;
  const report = createTrialReport(options.report, options.redact, options.counters);
  const requests = createWaitingRequests();
  let isClosing = false;
  let isInterrupted = false;

  const loaded = createLoadedCandidate({
    ...options,
    isJudging: () => batches.isRunning(),
    leaving: ({ module }, drop) => {
      if (drop !== undefined) report.drop(drop, requests.empty());
      report.summarize(module.sha256);
    },
  });
  const summarize = (): void => {
    const current = loaded.current();
    if (current !== undefined) report.summarize(current.module.sha256);
  };
  const judgeBatch = async ({ module, candidate }: Loaded): Promise<void> => {
    const batch = requests.take();
    const pause = pauseOf(batch.length, requests.length());
    const results = await candidate.judge(
      batch.map(({ request }) => request),
      pause,
    );
    for (const [index, { request, live }] of batch.entries()) {
      const judged = results[index];
      if (judged === undefined) report.drop(isInterrupted ? 'queue' : 'fault');
      else report.judged(module.sha256, request, live, judged);
    }
  };
  const batches = createBatches({
    waiting: requests.length,
    run: () => {
      const current = loaded.current();
      return current === undefined || requests.length() === 0 ? undefined : judgeBatch(current);
    },
    ended: () => {
      if (!isInterrupted) loaded.change();
    },
  });
  const timer = setInterval(summarize, SUMMARY_MS).unref();
  return {
    start: loaded.load,
    skipLarge: () => {
      if (loaded.current() !== undefined && Math.random() < sample) report.drop('large');
    },
    observe: ({ transaction, profile }, body) => {
      const current = loaded.current();
      if (Math.random() >= sample || current === undefined) return;
      const { profile: only } = current;
      if (only !== undefined && only !== profile.waf.manifest.profile) return;
      const live = observed(transaction);
      const request = requestOf(transaction, profile, body, live.verdict);
      if (isClosing || !requests.add({ live, request })) report.drop('queue');
      else batches.schedule();
    },
    close: async (ms) => {
      isClosing = true;
      loaded.close();
      clearInterval(timer);
      await batches.flush(ms);
      // The threads end before they have judged the rest, which is no fault of the candidate.
      isInterrupted = true;
      await Promise.all([loaded.end(), batches.close()]);
      report.drop('queue', requests.empty());
      summarize();
    },
  };
}

function requestOf(
  { id, request }: Transaction,
  { services }: Inspection['profile'],
  body: ReadText | undefined,
  verdict: Verdict,
): ShadowRequest {
  return {
    id,
    head: request,
    text: body?.text ?? '',
    truncated: body?.truncated ?? false,
    decoding: body?.decoding,
    location: services.findLocation?.(request.remoteAddress),
    verdict,
  };
}
