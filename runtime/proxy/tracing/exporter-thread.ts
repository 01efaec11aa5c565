/** The thread that exports spans, as the thread that serves requests sees it. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../message-of.ts';
import type { Exporter, ExporterStart, Sent, ToExporter } from './messages.ts';

/** Of the thread's heap: what may wait is far smaller. */
const HEAP_MB = 128;
const YOUNG_GENERATION_MB = 8;

/** `program`: its file, which calls `runExporterThread`. A thread that ends loses its batches; the next batch has another thread. */
export function createExporterThread(program: string, start: ExporterStart): Exporter {
  /** Undefined: the last one has ended. */
  let worker: Worker | undefined;
  let why = '';
  /** Batches that the thread has a part of, and those that have lost one. */
  let held = new Set<number>();
  const lost = new Set<number>();
  let finish: (sent: Sent) => void = () => {};
  const lose = (reason: string): void => {
    for (const batch of held) lost.add(batch);
    held = new Set();
    why = reason;
    worker = undefined;
    finish({ kind: 'Lost', reason });
  };
  const startWorker = (): Worker => {
    const begun = new Worker(program, {
      workerData: start,
      resourceLimits: {
        maxOldGenerationSizeMb: HEAP_MB,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    let reason = 'the thread has ended';
    begun.on('message', (sent: Sent) => finish(sent));
    begun.on('error', (error) => {
      reason = messageOf(error);
    });
    begun.on('exit', () => lose(reason));
    // A thread that waits does not keep the process.
    begun.unref();
    return begun;
  };
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      lose(messageOf(error));
    }
  };
  const post = (message: ToExporter): void => {
    held.add(message.batch);
    attempt(() => {
      worker ??= startWorker();
      worker.postMessage(message);
    });
  };
  // Not at the first span: a process may end soon after it, and its spans must be sent.
  attempt(() => {
    worker = startWorker();
  });
  return {
    add: (batch, exchanges) => {
      if (!lost.has(batch)) post({ kind: 'Add', batch, exchanges });
    },
    send: (batch) =>
      new Promise((resolve) => {
        finish = (sent) => {
          finish = () => {};
          held.delete(batch);
          lost.delete(batch);
          worker?.unref();
          resolve(sent);
        };
        if (lost.has(batch)) {
          finish({ kind: 'Lost', reason: why });
          return;
        }
        post({ kind: 'Send', batch });
        worker?.ref();
      }),
    end: () => void worker?.terminate(),
  };
}
