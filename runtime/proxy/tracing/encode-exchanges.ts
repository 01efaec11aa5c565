/**
 * Exchanges as one text and one list of numbers: while a batch waits V8's collector has no objects to copy, and a message to
 * another thread is a copy of bytes.
 */
import type { BackendPart, InspectedPart, TracedExchange } from './traced-exchange.ts';

/** One exchange after the other, with their fields in the order in which `decodeExchanges` reads them. */
export type EncodedExchanges = {
  /** All strings, without anything between them. */
  readonly text: string;
  /** Numbers, and lengths of strings in characters. NaN is undefined. */
  readonly numbers: Float64Array;
};

export function encodeExchanges(exchanges: readonly TracedExchange[]): EncodedExchanges {
  const writer = createWriter();
  for (const exchange of exchanges) encodeExchange(writer, exchange);
  return writer.encoded();
}

type Writer = {
  readonly text: (value: string | undefined) => void;
  readonly number: (value: number | undefined) => void;
  /** Its length and its numbers. */
  readonly list: (values: readonly number[] | undefined) => void;
  readonly encoded: () => EncodedExchanges;
};

function createWriter(): Writer {
  const texts: string[] = [];
  const numbers: number[] = [];
  const number = (value = Number.NaN): void => void numbers.push(value);
  return {
    text: (value) => {
      number(value?.length);
      if (value !== undefined) texts.push(value);
    },
    number,
    list: (values) => {
      number(values?.length);
      if (values !== undefined) for (const value of values) number(value);
    },
    encoded: () => ({ text: texts.join(''), numbers: new Float64Array(numbers) }),
  };
}

function encodeExchange(writer: Writer, exchange: TracedExchange): void {
  const { text, number } = writer;
  text(exchange.traceId);
  text(exchange.spanId);
  text(exchange.backendSpanId);
  text(exchange.parentSpanId);
  text(exchange.tracestate);
  text(exchange.id);
  text(exchange.method);
  text(exchange.target);
  text(exchange.httpVersion);
  text(exchange.scheme);
  text(exchange.host);
  text(exchange.hostField);
  text(exchange.userAgent);
  text(exchange.clientAddress);
  text(exchange.peerAddress);
  text(exchange.cause);
  text(exchange.detail);
  text(exchange.policy);
  text(exchange.country);
  text(exchange.decisionFor);
  text(exchange.outcome);
  number(exchange.endedAt);
  number(exchange.durationMs);
  number(exchange.peerPort);
  number(exchange.status);
  encodeBackend(writer, exchange.backend);
  encodeInspection(writer, exchange.inspection);
}

function encodeBackend({ text, number }: Writer, backend: BackendPart | undefined): void {
  text(backend?.label);
  text(backend?.failure);
  number(backend?.afterMs);
  number(backend?.ms);
  number(backend?.status);
  number(backend?.retries);
}

function encodeInspection(
  { text, number, list }: Writer,
  inspection: InspectedPart | undefined,
): void {
  text(inspection?.profile);
  text(inspection?.mode);
  text(inspection?.error);
  text(inspection?.action);
  number(inspection?.status);
  number(inspection?.ruleId);
  number(inspection?.inbound);
  number(inspection?.outbound);
  list(inspection?.matched);
  list(inspection?.phaseMs);
}
