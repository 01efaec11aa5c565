/**
 * Exchanges as one text and one list of numbers: while a batch waits V8's collector has no objects to copy, and a message to
 * another thread is a copy of bytes.
 */
import type { TracedExchange } from './traced-exchange.ts';

/**
 * One exchange after the other: lengths of its strings in characters, its numbers, the ids of rules and the times of phases.
 * NaN is undefined.
 */
export type EncodedExchanges = {
  /** All strings, without anything between them. */
  readonly text: string;
  readonly numbers: Float64Array;
};

export type ExchangeEncoder = {
  readonly add: (exchange: TracedExchange) => void;
  /** What was added since the last call. */
  readonly take: () => EncodedExchanges;
};

/** Of an encoder; it grows when exchanges need more. */
const FIRST_NUMBERS = 16_384;
const NONE: readonly number[] = [];
/** Of each exchange. */
export const STRINGS = 27;

export function createExchangeEncoder(): ExchangeEncoder {
  let numbers = new Float64Array(FIRST_NUMBERS);
  let count = 0;
  let texts: string[] = [];
  return {
    add: (exchange) => {
      const strings = stringsOf(exchange);
      const values = numbersOf(exchange);
      const { matched = NONE, phaseMs = NONE } = exchange.inspection ?? {};
      const end = count + strings.length + values.length + matched.length + phaseMs.length;
      if (end > numbers.length) numbers = longer(numbers, 2 * end);
      const list = numbers;
      let position = count;
      for (const string of strings) list[position++] = string?.length ?? Number.NaN;
      position = write(list, position, values);
      position = write(list, position, matched);
      count = write(list, position, phaseMs);
      // With `+` V8 would keep every part until the text is read, and copy them all in each collection.
      texts.push(strings.join(''));
    },
    take: () => {
      const taken = { text: texts.join(''), numbers: numbers.slice(0, count) };
      texts = [];
      count = 0;
      return taken;
    },
  };
}

/** Returns the position after the values. */
function write(
  list: Float64Array,
  position: number,
  values: readonly (number | undefined)[],
): number {
  let end = position;
  for (const value of values) list[end++] = value ?? Number.NaN;
  return end;
}

function longer(numbers: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(length);
  copy.set(numbers);
  return copy;
}

function stringsOf(exchange: TracedExchange): readonly (string | undefined)[] {
  const { backend, inspection } = exchange;
  return [
    exchange.traceId,
    exchange.spanId,
    exchange.backendSpanId,
    exchange.parentSpanId,
    exchange.tracestate,
    exchange.id,
    exchange.method,
    exchange.target,
    exchange.httpVersion,
    exchange.scheme,
    exchange.host,
    exchange.hostField,
    exchange.userAgent,
    exchange.clientAddress,
    exchange.peerAddress,
    exchange.cause,
    exchange.detail,
    exchange.policy,
    exchange.country,
    exchange.decisionFor,
    exchange.outcome,
    backend?.label,
    backend?.failure,
    inspection?.profile,
    inspection?.mode,
    inspection?.error,
    inspection?.action,
  ];
}

function numbersOf(exchange: TracedExchange): readonly (number | undefined)[] {
  const { backend, inspection } = exchange;
  return [
    exchange.endedAt,
    exchange.durationMs,
    exchange.peerPort,
    exchange.status,
    backend?.afterMs,
    backend?.ms,
    backend?.status,
    backend?.retries,
    inspection?.status,
    inspection?.ruleId,
    inspection?.inbound,
    inspection?.outbound,
    inspection?.matched.length,
    inspection?.phaseMs.length,
  ];
}
