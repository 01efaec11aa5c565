/** A candidate in its thread, as the thread that serves sees it. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../message-of.ts';
import type { Judgement } from './judgement.ts';
import type { FromShadow, ShadowStart, ToShadow } from './messages.ts';

const MEGABYTE = 1_048_576;
/** Time for a thread to start and to load the candidate, in milliseconds. */
const START_MS = 30_000;

export type CandidateOptions = {
  /** The program's file. */
  readonly program: string;
  /** Bytes of the thread's heap. */
  readonly memory: number;
  /** Milliseconds for a request. */
  readonly timeout: number;
  readonly start: ShadowStart;
};

export type Judged =
  | { readonly kind: 'Judged'; readonly judgement: Judgement }
  | { readonly kind: 'Faulted'; readonly problem: string };

export type Candidate = {
  /** The name of its profile; rejects when it cannot be loaded. */
  readonly ready: Promise<string>;
  /** One at a time. Never rejects. */
  readonly judge: (request: ToShadow) => Promise<Judged>;
  /** False when its thread has ended: by itself, or as it took too long. */
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
