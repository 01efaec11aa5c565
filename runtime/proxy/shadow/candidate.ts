/** Runs a candidate in a thread; this side is in the serving thread. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../message-of.ts';
import type { Judgement } from './judgement.ts';
import { startWithLastingCode } from './lasting-code.ts';
import { encodeBatch, type FromShadow, type ShadowRequest, type ShadowStart } from './messages.ts';

const MEGABYTE = 1_048_576;
/** Most milliseconds for a thread to start and to load the candidate. */
const START_MS = 30_000;
/** How often within the time limit of a request the thread's progress is read. */
const CHECKS = 10;
const AGREED: Judged = { kind: 'Agreed' };

export type CandidateOptions = {
  /** The program's file. */
  readonly program: string;
  /** Bytes of the thread's heap. */
  readonly memory: number;
  /** Most milliseconds per request. */
  readonly timeout: number;
  readonly start: Omit<ShadowStart, 'progress'>;
};

export type Judged =
  /** The verdict is that of the rules in force. */
  | { readonly kind: 'Agreed' }
  | { readonly kind: 'Judged'; readonly judgement: Judgement }
  | { readonly kind: 'Faulted'; readonly problem: string };

export type Candidate = {
  /** Resolves to the name of the candidate's profile; rejects when the candidate cannot be loaded. */
  readonly ready: Promise<string>;
  /**
   * Judges requests in their order, with `pause` milliseconds between two of them; the caller waits for the result before
   * the next call. Never rejects. There are fewer results than requests when the thread has ended; the last one is then
   * the fault that has ended it, or is missing too after `end`.
   */
  readonly judge: (requests: readonly ShadowRequest[], pause: number) => Promise<readonly Judged[]>;
  /** Returns false when the thread has ended, or has been ended because it took too long. */
  readonly isAlive: () => boolean;
  /** Resolves when the thread has ended. */
  readonly end: () => Promise<unknown>;
};

/** A batch that is being judged. */
type Batch = {
  readonly size: number;
  /** By index: what the thread has reported of requests; the verdicts of others agree. */
  readonly reported: Map<number, Judged>;
  readonly resolve: (results: readonly Judged[]) => void;
};

export function startCandidate({ program, memory, timeout, start }: CandidateOptions): Candidate {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const options = {
    workerData: { ...start, progress } satisfies ShadowStart,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memory / MEGABYTE) },
  };
  const worker = startWithLastingCode(() => new Worker(program, options));
  worker.unref();
  let isAlive = true;
  let isEnded = false;
  let why = 'the thread has ended';
  let batch: Batch | undefined;
  let timer: NodeJS.Timeout | undefined;
  const endWith = (problem: string): void => {
    why = problem;
    isAlive = false;
    void worker.terminate();
  };
  /** `judged`: the number of requests for which there is a verdict. */
  const finish = (judged: number, failure?: Judged): void => {
    clearInterval(timer);
    batch?.resolve(resultsOf(batch, judged, failure));
    batch = undefined;
  };
  timer = setTimeout(() => endWith(`no verdict in ${START_MS / 1000} s`), START_MS).unref();
  const ready = new Promise<string>((resolve, reject) => {
    worker.on('message', (message: FromShadow) => {
      switch (message.kind) {
        case 'Ready':
          clearTimeout(timer);
          return resolve(message.profile);
        case 'Failed':
          reject(new Error(message.problem));
          return endWith(message.problem);
        case 'Done':
          return finish(batch?.size ?? 0);
        case 'Judged':
        case 'Faulted':
          batch?.reported.set(message.index, message);
      }
    });
    worker.on('error', (error) => {
      why = messageOf(error);
    });
    // Messages of the thread come before its end.
    worker.on('exit', () => {
      isAlive = false;
      reject(new Error(why));
      const judged = Atomics.load(progress, 0);
      if (isEnded || judged === batch?.size) finish(judged);
      else finish(judged, { kind: 'Faulted', problem: why });
    });
  });
  return {
    ready,
    judge: (requests, pause) =>
      new Promise((resolve) => {
        if (!isAlive) {
          resolve([{ kind: 'Faulted', problem: why }]);
          return;
        }
        Atomics.store(progress, 0, 0);
        batch = { size: requests.length, reported: new Map(), resolve };
        timer = watch(progress, batch, timeout, endWith);
        worker.postMessage(encodeBatch(requests, pause));
      }),
    isAlive: () => isAlive,
    end: () => {
      isAlive = false;
      isEnded = true;
      return worker.terminate();
    },
  };
}

/** Calls `stuck` when the thread is at one request of the batch for longer than `timeout` milliseconds. */
function watch(
  progress: Int32Array,
  { size }: Batch,
  timeout: number,
  stuck: (problem: string) => void,
): NodeJS.Timeout {
  let judged = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    const now = Atomics.load(progress, 0);
    if (now !== judged) {
      judged = now;
      since = performance.now();
    } else if (now < size && performance.now() - since >= timeout) {
      clearInterval(timer);
      stuck(`no verdict in ${timeout / 1000} s`);
    }
  }, timeout / CHECKS);
  return timer.unref();
}

function resultsOf(
  { reported }: Batch,
  judged: number,
  failure: Judged | undefined,
): readonly Judged[] {
  const results = Array.from({ length: judged }, (_, index) => reported.get(index) ?? AGREED);
  return failure === undefined ? results : [...results, failure];
}
