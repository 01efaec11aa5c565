import { type ByteString, equalsLowered } from '../bytes/byte-string.ts';
import type { Header } from './compiled-waf.ts';

const NONE: readonly ByteString[] = [];

/** Returns all values of a header, in wire order. `name` is in lower case. */
export function headerValues(headers: readonly Header[], name: string): readonly ByteString[] {
  let values: ByteString[] | undefined;
  for (const { 0: key, 1: value } of headers) {
    if (!equalsLowered(key, name)) continue;
    if (values === undefined) values = [value];
    else values.push(value);
  }
  return values ?? NONE;
}
