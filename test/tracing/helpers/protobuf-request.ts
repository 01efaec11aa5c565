/** Reads an ExportTraceServiceRequest in protobuf as the JSON encoding has it (opentelemetry-proto, trace.proto). */
import assert from 'node:assert/strict';
import type { AnyValue, ExportRequest, KeyValue, WireSpan } from './otlp-receiver.ts';

/** Fields of a message by number, in order; numbers as they are, everything else as bytes. */
type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>();
  let position = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[position] ?? 0;
      position += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
  };
  const take = (length: number): Buffer => {
    assert.ok(position + length <= bytes.length, 'a field is longer than its message');
    position += length;
    return bytes.subarray(position - length, position);
  };
  const value = (type: number): bigint | Buffer => {
    if (type === VARINT) return varint();
    if (type === BYTES) return take(Number(varint()));
    if (type === FIXED64) return take(8).readBigUInt64LE();
    assert.equal(type, FIXED32);
    return BigInt(take(4).readUInt32LE());
  };
  while (position < bytes.length) {
    const tag = Number(varint());
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value(tag & 7)]);
  }
  return fields;
}

function messages(fields: Fields, field: number): Fields[] {
  return (fields.get(field) ?? []).filter(Buffer.isBuffer).map(fieldsOf);
}

function bytesIn(fields: Fields, field: number): Buffer | undefined {
  return fields.get(field)?.find(Buffer.isBuffer);
}

function numberIn(fields: Fields, field: number): bigint | undefined {
  const [value] = fields.get(field) ?? [];
  return typeof value === 'bigint' ? value : undefined;
}

export function readProtobuf(bytes: Buffer): ExportRequest {
  const resourceSpans = messages(fieldsOf(bytes), 1).map((ofResource) => ({
    resource: { attributes: messages(ofResource, 1).flatMap((resource) => keyValues(resource, 1)) },
    scopeSpans: messages(ofResource, 2).map((ofScope) => ({
      spans: messages(ofScope, 2).map(wireSpan),
    })),
  }));
  return { resourceSpans };
}

function wireSpan(span: Fields): WireSpan {
  const hex = (field: number): string => bytesIn(span, field)?.toString('hex') ?? '';
  const parentSpanId = hex(4);
  const traceState = bytesIn(span, 3)?.toString();
  const [status] = messages(span, 15);
  return {
    traceId: hex(1),
    spanId: hex(2),
    ...(parentSpanId === '' ? {} : { parentSpanId }),
    ...(traceState === undefined ? {} : { traceState }),
    name: bytesIn(span, 5)?.toString() ?? '',
    kind: Number(numberIn(span, 6)),
    startTimeUnixNano: String(numberIn(span, 7)),
    endTimeUnixNano: String(numberIn(span, 8)),
    attributes: keyValues(span, 9),
    status: { code: status === undefined ? 0 : Number(numberIn(status, 3) ?? 0) },
    flags: Number(numberIn(span, 16)),
  };
}

function keyValues(fields: Fields, field: number): KeyValue[] {
  return messages(fields, field).map((pair) => {
    const [value] = messages(pair, 2);
    return { key: bytesIn(pair, 1)?.toString() ?? '', value: value ? anyValue(value) : {} };
  });
}

function anyValue(value: Fields): AnyValue {
  const text = bytesIn(value, 1);
  if (text !== undefined) return { stringValue: text.toString() };
  const integer = numberIn(value, 3);
  if (integer !== undefined) return { intValue: Number(integer) };
  const [array] = messages(value, 5);
  assert.ok(array !== undefined, 'a value is no text, integer or list');
  return { arrayValue: { values: messages(array, 1).map(anyValue) } };
}
