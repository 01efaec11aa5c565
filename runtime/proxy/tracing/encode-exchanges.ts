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
  const writer: Writer = { texts: [], numbers: [] };
  for (const exchange of exchanges) writeExchange(writer, exchange);
  return { text: writer.texts.join(''), numbers: new Float64Array(writer.numbers) };
}

/** Functions with it as parameter take half the time of closures over its lists: V8 optimizes them once for all batches. */
type Writer = { readonly texts: string[]; readonly numbers: number[] };

function writeText({ texts, numbers }: Writer, value: string | undefined): void {
  numbers.push(value === undefined ? Number.NaN : value.length);
  if (value !== undefined) texts.push(value);
}

function writeNumber({ numbers }: Writer, value: number | undefined): void {
  numbers.push(value === undefined ? Number.NaN : value);
}

/** Writes the length of the list and its numbers. */
function writeList({ numbers }: Writer, values: readonly number[] | undefined): void {
  if (values === undefined) numbers.push(Number.NaN);
  else numbers.push(values.length, ...values);
}

function writeExchange(writer: Writer, exchange: TracedExchange): void {
  writeText(writer, exchange.traceId);
  writeText(writer, exchange.spanId);
  writeText(writer, exchange.backendSpanId);
  writeText(writer, exchange.parentSpanId);
  writeText(writer, exchange.tracestate);
  writeText(writer, exchange.id);
  writeText(writer, exchange.method);
  writeText(writer, exchange.target);
  writeText(writer, exchange.httpVersion);
  writeText(writer, exchange.scheme);
  writeText(writer, exchange.host);
  writeText(writer, exchange.hostField);
  writeText(writer, exchange.userAgent);
  writeText(writer, exchange.clientAddress);
  writeText(writer, exchange.peerAddress);
  writeText(writer, exchange.cause);
  writeText(writer, exchange.detail);
  writeText(writer, exchange.policy);
  writeText(writer, exchange.country);
  writeText(writer, exchange.decisionFor);
  writeText(writer, exchange.outcome);
  writeNumber(writer, exchange.endedAt);
  writeNumber(writer, exchange.durationMs);
  writeNumber(writer, exchange.peerPort);
  writeNumber(writer, exchange.status);
  writeBackend(writer, exchange.backend);
  writeInspection(writer, exchange.inspection);
}

function writeBackend(writer: Writer, backend: BackendPart | undefined): void {
  writeText(writer, backend?.label);
  writeText(writer, backend?.failure);
  writeNumber(writer, backend?.afterMs);
  writeNumber(writer, backend?.ms);
  writeNumber(writer, backend?.status);
  writeNumber(writer, backend?.retries);
}

function writeInspection(writer: Writer, inspection: InspectedPart | undefined): void {
  writeText(writer, inspection?.profile);
  writeText(writer, inspection?.mode);
  writeText(writer, inspection?.error);
  writeText(writer, inspection?.action);
  writeNumber(writer, inspection?.status);
  writeNumber(writer, inspection?.ruleId);
  writeNumber(writer, inspection?.inbound);
  writeNumber(writer, inspection?.outbound);
  writeList(writer, inspection?.matched);
  writeList(writer, inspection?.phaseMs);
}
