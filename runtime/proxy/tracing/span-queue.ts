/**
 * Queues exchanges until their spans are exported. The queue is bounded and sends one batch at a time. Its failures
 * never affect a request.
 */
import { createExchangeGroups } from './exchange-groups.ts';
import type { Exporter, Sent } from './messages.ts';
import type { TracedExchange } from './traced-exchange.ts';

/**
 * Most exchanges in one message to the exporter. Waking the thread for each 32 would cost a request 10 us more;
 * longer messages would pause this thread too long.
 */
const PART = 256;

export type SpanEvents = {
  readonly exported: (spans: number) => void;
  /** `queue`: the queue was full. `export`: the endpoint did not accept them. */
  readonly dropped: (cause: 'queue' | 'export', spans: number) => void;
  /** Called when a batch is lost. */
  readonly failed: (reason: string) => void;
};

export type QueueLimits = {
  /** Most spans in the queue; when it is empty, it accepts any exchange. */
  readonly size: number;
  /** Most spans of a batch; the spans of one exchange are never split. */
  readonly batch: number;
  /** Most milliseconds that a span waits until its batch is sent. */
  readonly delay: number;
};

export type SpanQueue = {
  readonly add: (exchange: TracedExchange) => void;
  /** Sends the queued spans. Resolves to the number of spans that could not be sent within `ms` milliseconds. */
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
  /** Exchanges of `filling` that the exporter does not have yet. */
  const groups = createExchangeGroups();
  /** Spans of `full` and `filling`. */
  let waiting = 0;
  let inFlight = 0;
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const closePart = (): void => exporter.add(filling.number, groups.take());
  const closeBatch = (): void => {
    if (groups.size() > 0) closePart();
    full.push(filling);
    filling = { number: filling.number + 1, spans: 0 };
  };
  const sendBatch = async ({ number, spans }: Batch): Promise<void> => {
    waiting -= spans;
    inFlight = spans;
    const sent = await exporter.send(number);
    inFlight = 0;
    const dropped = droppedOf(sent, spans);
    if (dropped < spans) events.exported(spans - dropped);
    if (dropped > 0) events.dropped('export', dropped);
    if (sent.kind !== 'Taken') events.failed(sent.reason);
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
      groups.add(exchange);
      filling.spans += spans;
      waiting += spans;
      if (filling.spans >= batchSize) closeBatch();
      else if (groups.size() >= PART) closePart();
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

/** Returns the number of a batch's spans that the endpoint did not accept. */
function droppedOf(sent: Sent, spans: number): number {
  if (sent.kind === 'Taken') return 0;
  return sent.kind === 'Lost' ? spans : Math.min(sent.rejected, spans);
}

function timeOut(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
