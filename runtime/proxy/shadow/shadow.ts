/**
 * Lets a candidate judge a sample of the requests that the rules in force have decided about, and reports the
 * differences.
 */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Decoding, Transaction } from '../../engine/host/compiled-waf.ts';
import type { Redaction } from '../../engine/log/redact.ts';
import { messageOf } from '../message-of.ts';
import type { Inspection } from '../waf/inspection.ts';
import type { Candidate } from './candidate.ts';
import type { ToShadow } from './messages.ts';
import {
  createTrialReport,
  type Observed,
  observed,
  type ReportSink,
  type TrialCounters,
} from './trial-report.ts';

/** Most requests that wait for the candidate, and most bytes of their bodies. */
const MAX_WAITING = 256;
const MAX_WAITING_BYTES = 16_777_216;
/** Milliseconds until a candidate whose thread has ended is started again. */
const RESTART_MS = 1000;
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
  /** Ends the candidate after a last summary in the report. */
  readonly close: () => Promise<void>;
};

export type CandidateModule = { readonly sha256: string; readonly bytes: Uint8Array };

export type ShadowOptions = {
  /** The fraction of requests, from 0 to 1. */
  readonly sample: number;
  readonly redact: Redaction;
  readonly report: ReportSink;
  readonly counters: TrialCounters;
  readonly warn: (message: string) => void;
  /** Returns the names under which the profiles in force were compiled. */
  readonly profiles: () => readonly string[];
  readonly startCandidate: (module: CandidateModule) => Candidate;
};

type Loaded = {
  readonly module: CandidateModule;
  readonly candidate: Candidate;
  /** The profile whose requests it judges; undefined for those of every profile. */
  readonly profile: string | undefined;
};

type Waiting = { readonly request: ToShadow; readonly live: Observed };

export function createShadow(options: ShadowOptions): Shadow {
  const { sample, warn } = options;
  const report = createTrialReport(options.report, options.redact, options.counters);
  const queue = createQueue();
  let current: Loaded | undefined;
  let isBusy = false;
  let isClosed = false;

  const summarize = (): void => {
    if (current !== undefined) report.summarize(current.module.sha256);
  };
  const load = (module: CandidateModule): void => {
    const candidate = options.startCandidate(module);
    candidate.ready.then(
      (name) => {
        if (isClosed) return;
        summarize();
        void current?.candidate.end();
        const profile = options.profiles().includes(name) ? name : undefined;
        current = { module, candidate, profile };
      },
      (error: unknown) => {
        if (!isClosed) warn(`SHADOW_RULES: the candidate cannot be loaded: ${messageOf(error)}`);
      },
    );
  };
  const restart = ({ module }: Loaded): void => {
    report.drop('fault', queue.empty());
    summarize();
    current = undefined;
    setTimeout(() => {
      if (!isClosed && current === undefined) load(module);
    }, RESTART_MS).unref();
  };
  const judgeNext = async (): Promise<void> => {
    const judging = current;
    if (judging === undefined || isBusy) return;
    const job = queue.take();
    if (job === undefined) return;
    isBusy = true;
    const judged = await judging.candidate.judge(job.request);
    isBusy = false;
    if (isClosed) return;
    const isReplaced = current !== judging;
    if (!isReplaced) report.judged(judging.module.sha256, job.request, job.live, judged);
    if (!isReplaced && !judging.candidate.isAlive()) restart(judging);
    void judgeNext();
  };
  const timer = setInterval(summarize, SUMMARY_MS).unref();
  return {
    start: load,
    skipLarge: () => {
      if (current !== undefined && Math.random() < sample) report.drop('large');
    },
    observe: ({ transaction, profile }, body) => {
      if (Math.random() >= sample || current === undefined) return;
      const { profile: only } = current;
      if (only !== undefined && only !== profile.waf.manifest.profile) return;
      const request = requestOf(transaction, profile, body);
      if (!queue.add({ live: observed(transaction), request })) report.drop('queue');
      else if (!isBusy) setImmediate(() => void judgeNext());
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      // The thread ends before it has judged these requests, which is no fault of the candidate.
      report.drop('queue', queue.empty() + Number(isBusy));
      summarize();
      await current?.candidate.end();
    },
  };
}

type Queue = {
  /** Returns false when the queue is full. */
  readonly add: (job: Waiting) => boolean;
  readonly take: () => Waiting | undefined;
  /** Removes all requests and returns their number. */
  readonly empty: () => number;
};

function createQueue(): Queue {
  const jobs: Waiting[] = [];
  let bytes = 0;
  return {
    add: (job) => {
      const { length } = job.request.text;
      if (jobs.length >= MAX_WAITING || bytes + length > MAX_WAITING_BYTES) return false;
      bytes += length;
      jobs.push(job);
      return true;
    },
    take: () => {
      const job = jobs.shift();
      bytes -= job?.request.text.length ?? 0;
      return job;
    },
    empty: () => {
      bytes = 0;
      return jobs.splice(0).length;
    },
  };
}

function requestOf(
  { id, request }: Transaction,
  { services }: Inspection['profile'],
  body: ReadText | undefined,
): ToShadow {
  return {
    id,
    head: request,
    text: body?.text ?? '',
    truncated: body?.truncated ?? false,
    decoding: body?.decoding,
    location: services.findLocation?.(request.remoteAddress),
  };
}
