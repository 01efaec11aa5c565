/** Runs a thread that inspects bodies; this side is in the serving thread. */
import { setFlagsFromString } from 'node:v8';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Transaction } from '#engine/host/compiled-waf.ts';
import { messageOf } from '../message-of.ts';
import type { Profile } from '../waf/profile.ts';
import type {
  Answer,
  FromThread,
  ModuleSources,
  Query,
  ThreadStart,
  ToThread,
} from './messages.ts';

export type ThreadOptions = {
  /** The program's file. */
  readonly program: string;
  readonly stepLimit: number;
  /** Bytes of the thread's heap. */
  readonly memory: number;
  /** Most milliseconds for an inspection. */
  readonly timeout: number;
};

export type Job = Omit<ToThread, 'profile' | 'exclusions' | 'hasLocations'> & {
  readonly profile: Profile;
  /** The transaction stays in this thread; the other thread works on its saved state. */
  readonly transaction: Transaction;
};

export type Failure = 'timeout' | 'memory' | 'failed';

export type Inspected =
  | Extract<FromThread, { readonly kind: 'Inspected' | 'Unreadable' }>
  /** The thread has ended without a verdict. */
  | { readonly kind: 'Ended'; readonly failure: Failure; readonly reason: string };

export type InspectionThread = {
  readonly sources: ModuleSources;
  /** Inspects one body; the caller waits for the result before the next. Never rejects. */
  readonly inspect: (job: Job) => Promise<Inspected>;
  readonly isAlive: () => boolean;
  /** Ends the thread; an inspection in progress gets no verdict. */
  readonly end: () => Promise<unknown>;
};

const MEGABYTE = 1_048_576;
/** Most milliseconds for a thread to start and to load rules. */
const START_MS = 30_000;

/**
 * Size of V8's young generation in a thread. By default it would grow to 48 MB. With 3 MB a thread takes 15 MB
 * less, for the same processor time per inspection of 12 MB.
 */
const YOUNG_GENERATION_MB = 3;

/** The inspection in progress. */
type Current = {
  readonly job: Job;
  readonly finish: (result: Inspected) => void;
  /** Starts the time limit of the inspection. */
  readonly begin: () => void;
};

export function startThread(sources: ModuleSources, options: ThreadOptions): InspectionThread {
  const { worker, answer } = startWorker(sources, options);
  let isAlive = true;
  let end: Inspected = { kind: 'Ended', failure: 'failed', reason: 'the thread has ended' };
  let current: Current | undefined;
  const finish = (result: Inspected): void => {
    current?.finish(result);
    current = undefined;
  };
  const endWith = (failure: Failure, reason: string): Promise<unknown> => {
    if (isAlive) end = { kind: 'Ended', failure, reason };
    isAlive = false;
    worker.ref();
    return worker.terminate();
  };
  worker.on('message', (message: FromThread) => {
    switch (message.kind) {
      case 'Begun':
        current?.begin();
        return;
      case 'Failed':
        void endWith('failed', `the rules cannot be loaded: ${message.problem}`);
        return;
      case 'Query':
        answer(message.query, current?.job);
        return;
      case 'Inspected':
      case 'Unreadable':
        finish(message);
    }
  });
  worker.on('error', (error) => {
    if (isAlive) end = endOf(error);
    isAlive = false;
  });
  worker.on('exit', () => {
    isAlive = false;
    finish(end);
  });
  return {
    sources,
    isAlive: () => isAlive,
    end: () => endWith('failed', 'the proxy is ending'),
    inspect: (job) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const limit = (ms: number): void => {
          clearTimeout(timer);
          timer = setTimeout(() => void endWith('timeout', `no verdict in ${ms / 1000} s`), ms);
        };
        const begin = (): void => limit(options.timeout);
        const done = (result: Inspected): void => {
          clearTimeout(timer);
          resolve(result);
        };
        current = { job, finish: done, begin };
        limit(START_MS);
        sendJob(worker, job);
      }),
  };
}

type StartedWorker = {
  readonly worker: Worker;
  /** Answers a query of the thread. `job`: undefined when the inspection is over. */
  readonly answer: (query: Query, job: Job | undefined) => void;
};

function startWorker(sources: ModuleSources, options: ThreadOptions): StartedWorker {
  const { port1: answers, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const start: ThreadStart = { sources, stepLimit: options.stepLimit, answers: port2, answered };
  // The flag with which the process may have been started would take precedence over the thread's own size.
  setFlagsFromString('--max-semi-space-size=0');
  const worker = new Worker(options.program, {
    workerData: start,
    transferList: [port2],
    resourceLimits: {
      maxOldGenerationSizeMb: Math.ceil(options.memory / MEGABYTE),
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    },
  });
  // Neither keeps the process alive.
  worker.unref();
  answers.unref();
  worker.on('exit', () => answers.close());
  const answer = (query: Query, job: Job | undefined): void => {
    answers.postMessage(job === undefined ? GONE : answerTo(query, job));
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  };
  return { worker, answer };
}

function sendJob(worker: Worker, job: Job): void {
  const { profile, transaction: _, ...message } = job;
  const hasLocations = profile.services.findLocation !== undefined;
  const { name, exclusions } = profile;
  const whole: ToThread = { ...message, profile: name, exclusions, hasLocations };
  worker.postMessage(whole, job.body.kind === 'Bytes' ? [job.body.bytes.buffer] : []);
}

function endOf(error: Error): Inspected {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  const reason = isMemory ? 'more memory than INSPECTION_THREAD_MEMORY' : messageOf(error);
  return { kind: 'Ended', failure: isMemory ? 'memory' : 'failed', reason };
}

const GONE: Answer = { kind: 'Failed', problem: 'the inspection is over' };

function answerTo(query: Query, { profile, transaction }: Job): Answer {
  try {
    if (query.kind === 'Locate') {
      const location = profile.services.findLocation?.(query.address);
      return { kind: 'Located', location };
    }
    const collection = profile.waf.transfer?.openCollection(transaction, ...query.request);
    return collection === undefined ? GONE : { kind: 'Opened', collection };
  } catch (error) {
    return { kind: 'Failed', problem: messageOf(error) };
  }
}
