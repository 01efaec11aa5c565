/**
 * Attributes of spans as OTLP JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). Built by hand:
 * the spans of the SDK and their serializer would take twice what a request may cost (docs/tracing.md#costs).
 */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import { jsonString } from '../../engine/log/json-text.ts';

/** Returns a comma and the attribute; "" when there is no value. */
export type Attribute<Value> = (value: Value | undefined) => string;

/** Bytes of a text from the client. */
const MAX_TEXT = 2048;

/** Whatever is not itself in a JSON string. */
const SPECIAL = /["\\]|[^ -~]/;

export function textAttribute(key: string): Attribute<ByteString> {
  const open = `,{"key":${JSON.stringify(key)},"value":{"stringValue":`;
  const openPlain = `${open}"`;
  return (value) => {
    if (value === undefined) return '';
    return SPECIAL.test(value) ? `${open}${jsonString(value)}}}` : `${openPlain}${value}"}}`;
  };
}

export function integerAttribute(key: string): Attribute<number> {
  const open = `,{"key":${JSON.stringify(key)},"value":{"intValue":`;
  return (value) => (value === undefined ? '' : `${open}${value}}}`);
}

/** "" for an empty list, too. */
export function integersAttribute(key: string): Attribute<readonly number[]> {
  const open = `,{"key":${JSON.stringify(key)},"value":{"arrayValue":{"values":[{"intValue":`;
  return (values) =>
    values === undefined || values.length === 0
      ? ''
      : `${open}${values.join('},{"intValue":')}}]}}}`;
}

export function cut(value: ByteString): ByteString {
  return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}...` : value;
}
