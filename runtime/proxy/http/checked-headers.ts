/** The headers that checkProtocol reads, found in one pass over all headers. */
import { type ByteString, equalsLowered } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';

const NAMES = [
  'host',
  'connection',
  'content-type',
  'content-length',
  'transfer-encoding',
  'expect',
  // CGI-style backends take these for the ones with hyphens.
  'content_length',
  'transfer_encoding',
] as const;

/** All values of each header, in wire order. */
export type CheckedHeaders = Readonly<Record<(typeof NAMES)[number], readonly ByteString[]>>;

/** Stands for a header that is missing; never changed. */
const NONE: ByteString[] = [];

export function checkedHeaders(headers: readonly Header[]): CheckedHeaders {
  const found = {
    host: NONE,
    connection: NONE,
    'content-type': NONE,
    'content-length': NONE,
    'transfer-encoding': NONE,
    expect: NONE,
    content_length: NONE,
    transfer_encoding: NONE,
  };
  for (const { 0: name, 1: value } of headers) {
    for (const checked of NAMES) {
      if (!equalsLowered(name, checked)) continue;
      if (found[checked] === NONE) found[checked] = [value];
      else found[checked].push(value);
    }
  }
  return found;
}
