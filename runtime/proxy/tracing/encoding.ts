/** The encodings of OTLP/HTTP, by the packages (https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';

/** `Part`: some spans of a batch, while others are waited for. */
export type Encoding<Part> = {
  /** Content-Type. */
  readonly type: string;
  readonly encode: (spans: ReadableSpan[]) => Part;
  /** The body of a request. */
  readonly join: (parts: readonly Part[]) => Uint8Array;
};

/** Spans are bytes at once: what waits is small, and V8's collector does not copy it. */
export const protobuf: Encoding<Uint8Array> = {
  type: 'application/x-protobuf',
  encode: (spans) => ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array(),
  // Messages that follow each other are one message, whose lists have the elements of all.
  join: (parts) => Buffer.concat(parts),
};

export const json: Encoding<readonly ReadableSpan[]> = {
  type: 'application/json',
  encode: (spans) => spans,
  join: (parts) => JsonTraceSerializer.serializeRequest(parts.flat()) ?? new Uint8Array(),
};
