/** Spans on their way: a queue with a bound, and batches of them, one at a time. Nothing here can fail a request. */
import { addSpan, createBatch, emptied, type SpanBatch } from './span-batch.ts';

export type Sent =
  | { readonly kind: 'Taken' }
  /** After all retries. */
  | { readonly kind: 'Lost'; readonly reason: string };

/** Sends a batch; never rejects. */
export type SendSpans = (batch: SpanBatch) => Promise<Sent>;

export type SpanEvents = {
  readonly exported: (spans: number) => void;
  /** `queue`: there was no room; `export`: the endpoint did not take them. */
  readonly dropped: (cause: 'queue' | 'export', spans: number) => void;
  /** A batch is lost, and why. */
  readonly failed: (reason: string) => void;
};

export type QueueLimits = {
  /** Spans that may wait. */
  readonly size: number;
  /** Spans of a batch. */
  readonly batch: number;
  /** Milliseconds that a span waits for others. */
  readonly delay: number;
};

export type SpanQueue = {
  /** Takes a span of `spanJson`. */
  readonly add: (json: string) => void;
  /** Sends what waits; resolves to the number of spans that are not sent after `ms` milliseconds. */
  readonly close: (ms: number) => Promise<number>;
};

/** `head`: what stands before the spans of a batch. */
export function createSpanQueue(
  send: SendSpans,
  head: Buffer,
  { size, batch: batchSize, delay }: QueueLimits,
  events: SpanEvents,
): SpanQueue {
  const full: SpanBatch[] = [];
  let filling = createBatch(head);
  let spare: SpanBatch | undefined;
  let inFlight = 0;
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const waiting = (): number => filling.spans + full.reduce((sum, { spans }) => sum + spans, 0);
  const closeBatch = (): void => {
    full.push(filling);
    filling = spare ?? createBatch(head);
    spare = undefined;
  };
  const sendBatch = async (batch: SpanBatch): Promise<void> => {
    inFlight = batch.spans;
    const sent = await send(batch);
    inFlight = 0;
    if (sent.kind === 'Taken') events.exported(batch.spans);
    else {
      events.dropped('export', batch.spans);
      events.failed(sent.reason);
    }
    spare = emptied(batch);
  };
  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (full.length === 0) closeBatch();
    const batch = full.shift();
    if (batch === undefined) return;
    sending = sendBatch(batch).finally(() => {
      sending = undefined;
      schedule();
    });
  };
  const schedule = (): void => {
    if (sending !== undefined) return;
    if (full.length > 0) begin();
    else if (filling.spans > 0) timer ??= setTimeout(begin, delay).unref();
  };
  return {
    add: (json) => {
      if (waiting() >= size) {
        events.dropped('queue', 1);
        return;
      }
      addSpan(filling, json);
      if (filling.spans >= batchSize) closeBatch();
      schedule();
    },
    close: async (ms) => {
      const end = performance.now() + ms;
      while (waiting() + inFlight > 0 && performance.now() < end) {
        if (sending === undefined) begin();
        await Promise.race([sending, timeOut(end - performance.now())]);
      }
      return waiting() + inFlight;
    },
  };
}

function timeOut(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
