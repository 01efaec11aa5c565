/** Runs the exporter in a thread; this side is in the thread that serves requests. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../message-of.ts';
import type { Exporter, ExporterStart, Sent, ToExporter } from './messages.ts';

/** Megabytes of the thread's heap; queued spans take far less. */
const HEAP_MB = 128;
const YOUNG_GENERATION_MB = 8;

/**
 * Creates the exporter. `program`: the program's file, which calls `runExporterThread`. When the thread ends, its
 * batches are lost and the next batch starts another thread.
 */
export function createExporterThread(program: string, start: ExporterStart): Exporter {
  /** Undefined when the last thread has ended. */
  let worker: Worker | undefined;
  let why = '';
  /** Batches of which the thread holds a part, and batches of which a part was lost. */
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
    // An idle thread does not keep the process alive.
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
  // The thread starts now and not at the first span, because a process may end soon after that and its spans must be
  // sent.
  attempt(() => {
    worker = startWorker();
  });
  return {
    add: (batch, groups) => {
      if (!lost.has(batch)) post({ kind: 'Add', batch, groups });
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
