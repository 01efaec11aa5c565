/** A parsed request body, from which the body variables are made. */
import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';
import type { MultipartFlags } from './multipart-flags.ts';
import type { Pair } from './pair.ts';
import type { MultipartFile } from './parse-multipart.ts';
import type { ParsedXml } from './parse-xml.ts';

export type BodyVariables = {
  /** Bytes of the body, for every processor. */
  readonly length: number;
  /** REQUEST_BODY: only set for URLENCODED and RAW, since other processors have their own variables. */
  readonly raw: ByteString;
  /** The decoded raw body of a long form without invalid escapes; undefined: not known. */
  readonly decoded: ByteString | undefined;
  readonly pairs: readonly Pair[];
  readonly files: readonly MultipartFile[];
  readonly partHeaders: readonly Pair[];
  /** undefined: the body is not multipart. */
  readonly multipart: MultipartFlags | undefined;
  readonly xml: ParsedXml | undefined;
  readonly invalidEncoding: boolean;
  /** There are more arguments than SecArgumentsLimit allows after those of the query; the rest was not parsed. */
  readonly limitReached: boolean;
  /** What is wrong with the body, as the processor reports it; undefined: nothing. */
  readonly error: string | undefined;
};

export const emptyBody: BodyVariables = {
  length: 0,
  raw: '',
  decoded: undefined,
  pairs: [],
  files: [],
  partHeaders: [],
  multipart: undefined,
  xml: undefined,
  invalidEncoding: false,
  limitReached: false,
  error: undefined,
};

/** Returns the variables of a body that no processor parses, because it could not be decoded. */
export function unreadBody(body: ByteString, error: string): BodyVariables {
  return { ...emptyBody, length: body.length, raw: body, error };
}

/** Returns the variables that remain of a body after its content is released. */
export function withoutContent(body: BodyVariables): BodyVariables {
  const { length, error, multipart, limitReached, invalidEncoding } = body;
  const files = body.files.map((file) => ({
    ...file,
    field: copyText(file.field),
    name: copyText(file.name),
    unescapedName: copyText(file.unescapedName),
    extendedName: copyText(file.extendedName),
    decodedNames: file.decodedNames.map(copyText),
    encoding: file.encoding && {
      charset: copyText(file.encoding.charset),
      language: copyText(file.encoding.language),
    },
  }));
  return { ...emptyBody, length, error, multipart, limitReached, invalidEncoding, files };
}

/** Returns how many bytes of the body rules read that do not read the content of files. */
export function bytesRead(body: BodyVariables): number {
  // After an error some back end may see other parts.
  return body.error === undefined ? bytesOutsideFiles(body) : body.length;
}

/** Returns the length of the body without its files; a file that is also a field is inspected, so it counts. */
export function bytesOutsideFiles({ length, files }: BodyVariables): number {
  return files.reduce((left, { size, isField }) => left - (isField ? 0 : size), length);
}
