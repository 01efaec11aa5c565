/** A request body, taken apart: what the body variables are made of. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { MultipartFlags } from './multipart-flags.ts';
import type { Pair } from './pair.ts';
import type { MultipartFile } from './parse-multipart.ts';
import type { ParsedXml } from './parse-xml.ts';

export type BodyVariables = {
  /** Bytes, whatever the processor. */
  readonly length: number;
  /** REQUEST_BODY: filled for URLENCODED and RAW alone, since the others have their own variables. */
  readonly raw: ByteString;
  readonly pairs: readonly Pair[];
  readonly files: readonly MultipartFile[];
  readonly partHeaders: readonly Pair[];
  /** undefined: the body is not multipart. */
  readonly multipart: MultipartFlags | undefined;
  readonly xml: ParsedXml | undefined;
  readonly invalidEncoding: boolean;
  /** More arguments than SecArgumentsLimit leaves after those of the query: the rest was not read. */
  readonly limitReached: boolean;
  /** What was wrong with the body, in the processor's words; undefined: nothing. */
  readonly error: string | undefined;
};

export const emptyBody: BodyVariables = {
  length: 0,
  raw: '',
  pairs: [],
  files: [],
  partHeaders: [],
  multipart: undefined,
  xml: undefined,
  invalidEncoding: false,
  limitReached: false,
  error: undefined,
};

/** A body that no processor gets, since it could not be decoded. */
export function unreadBody(body: ByteString, error: string): BodyVariables {
  return { ...emptyBody, length: body.length, raw: body, error };
}
