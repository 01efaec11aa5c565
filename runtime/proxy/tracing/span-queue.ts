/** Exchanges whose spans are on their way: a queue with a bound, and batches of them, one at a time. Nothing here can fail a request. */
import type { Exporter } from './messages.ts';
import type { TracedExchange } from './traced-exchange.ts';

/** Exchanges that the exporter gets at once: a thread that wakes for each 32 costs a request 10 us more, a message of more than these is a long pause. */
const PART = 256;

export type SpanEvents = {
  readonly exported: (spans: number) => void;
  /** `queue`: there was no room; `export`: the endpoint did not take them. */
  readonly dropped: (cause: 'queue' | 'export', spans: number) => void;
  /** A batch is lost, and why. */
  readonly failed: (reason: string) => void;
};

export type QueueLimits = {
  /** Spans that may wait; those of one exchange may in any case. */
  readonly size: number;
  /** Spans of a batch; those of one exchange are never parted. */
  readonly batch: number;
  /** Milliseconds that a span waits for others. */
  readonly delay: number;
};

export type SpanQueue = {
  readonly add: (exchange: TracedExchange) => void;
  /** Sends what waits; resolves to the number of spans that are not sent after `ms` milliseconds. */
  readonly close: (ms: number) => Promise<number>;
};

type Batch = { readonly number: number; spans: number };

export function createSpanQueue(
  exporter: Exporter,
  { size, batch: batchSize, delay }: QueueLimits,
  events: SpanEvents,
): SpanQueue {
  const full: Batch[] = [];
  let filling: Batch = { number: 0, spans: 0 };
  let part: TracedExchange[] = [];
  /** Spans of all these batches. */
  let waiting = 0;
  let inFlight = 0;
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const closePart = (): void => {
    exporter.add(filling.number, part);
    part = [];
  };
  const closeBatch = (): void => {
    if (part.length > 0) closePart();
    full.push(filling);
    filling = { number: filling.number + 1, spans: 0 };
  };
  const sendBatch = async ({ number, spans }: Batch): Promise<void> => {
    waiting -= spans;
    inFlight = spans;
    const sent = await exporter.send(number);
    inFlight = 0;
    if (sent.kind === 'Taken') events.exported(spans);
    else {
      events.dropped('export', spans);
      events.failed(sent.reason);
    }
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
    add: (exchange) => {
      const spans = exchange.backend === undefined ? 1 : 2;
      if (waiting > 0 && waiting + spans > size) {
        events.dropped('queue', spans);
        return;
      }
      if (filling.spans > 0 && filling.spans + spans > batchSize) closeBatch();
      part.push(exchange);
      filling.spans += spans;
      waiting += spans;
      if (filling.spans >= batchSize) closeBatch();
      else if (part.length >= PART) closePart();
      schedule();
    },
    close: async (ms) => {
      const end = performance.now() + ms;
      while (waiting + inFlight > 0 && performance.now() < end) {
        if (sending === undefined) begin();
        await Promise.race([sending, timeOut(end - performance.now())]);
      }
      return waiting + inFlight;
    },
  };
}

function timeOut(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
