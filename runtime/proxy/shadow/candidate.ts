/** Runs a candidate in a thread; this side is in the serving thread. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../message-of.ts';
import type { Judgement } from './judgement.ts';
import type { FromShadow, ShadowStart, ToShadow } from './messages.ts';

const MEGABYTE = 1_048_576;
/** Most milliseconds for a thread to start and to load the candidate. */
const START_MS = 30_000;

export type CandidateOptions = {
  /** The program's file. */
  readonly program: string;
  /** Bytes of the thread's heap. */
  readonly memory: number;
  /** Most milliseconds per request. */
  readonly timeout: number;
  readonly start: ShadowStart;
};

export type Judged =
  | { readonly kind: 'Judged'; readonly judgement: Judgement }
  | { readonly kind: 'Faulted'; readonly problem: string };

export type Candidate = {
  /** Resolves to the name of the candidate's profile; rejects when the candidate cannot be loaded. */
  readonly ready: Promise<string>;
  /** Judges one request; the caller waits for the result before the next. Never rejects. */
  readonly judge: (request: ToShadow) => Promise<Judged>;
  /** Returns false when the thread has ended, or has been ended because it took too long. */
  readonly isAlive: () => boolean;
  readonly end: () => Promise<unknown>;
};

export function startCandidate({ program, memory, timeout, start }: CandidateOptions): Candidate {
  const worker = new Worker(program, {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memory / MEGABYTE) },
  });
  worker.unref();
  let isAlive = true;
  let finish: (judged: Judged) => void = () => {};
  let why = 'the thread has ended';
  let timer: NodeJS.Timeout | undefined;
  const limit = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => endWith(`no verdict in ${ms / 1000} s`), ms).unref();
  };
  const endWith = (problem: string): void => {
    why = problem;
    isAlive = false;
    void worker.terminate();
  };
  limit(START_MS);
  const ready = new Promise<string>((resolve, reject) => {
    worker.on('message', (message: FromShadow) => {
      clearTimeout(timer);
      if (message.kind === 'Ready') resolve(message.profile);
      else if (message.kind === 'Failed') {
        reject(new Error(message.problem));
        endWith(message.problem);
      } else finish(message);
    });
    worker.on('error', (error) => {
      why = messageOf(error);
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      isAlive = false;
      reject(new Error(why));
      finish({ kind: 'Faulted', problem: why });
    });
  });
  return {
    ready,
    judge: (request) =>
      new Promise((resolve) => {
        finish = resolve;
        if (!isAlive) {
          resolve({ kind: 'Faulted', problem: why });
          return;
        }
        limit(timeout);
        worker.postMessage(request);
      }),
    isAlive: () => isAlive,
    end: () => {
      clearTimeout(timer);
      isAlive = false;
      return worker.terminate();
    },
  };
}
