/**
 * The encodings of OTLP/HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp), as OpenTelemetry's packages
 * implement them.
 */
import {
  type IExportTraceServiceResponse,
  JsonTraceSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';

/** `Part`: encoded spans of a batch that is not complete yet. */
export type Encoding<Part> = {
  /** The value of Content-Type. */
  readonly type: string;
  readonly encode: (spans: ReadableSpan[]) => Part;
  /** Joins the parts to the body of a request. */
  readonly join: (parts: readonly Part[]) => Uint8Array;
  /** Throws when the response is malformed. */
  readonly readResponse: (body: Uint8Array) => IExportTraceServiceResponse;
};

/**
 * Encodes spans to bytes as they are added: waiting batches take little memory, and V8's collector does not copy
 * them.
 */
export const protobuf: Encoding<Uint8Array> = {
  type: 'application/x-protobuf',
  encode: (spans) => ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array(),
  // Concatenated protobuf messages are one message, whose lists contain the elements of all.
  join: (parts) => Buffer.concat(parts),
  readResponse: ProtobufTraceSerializer.deserializeResponse,
};

export const json: Encoding<readonly ReadableSpan[]> = {
  type: 'application/json',
  encode: (spans) => spans,
  join: (parts) => JsonTraceSerializer.serializeRequest(parts.flat()) ?? new Uint8Array(),
  readResponse: JsonTraceSerializer.deserializeResponse,
};
