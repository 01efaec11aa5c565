/** The body options of a curl command -> the bytes that it sends (curl manual: -d, --data-urlencode, --json, -F, -T). */
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import type { CurlOption } from './curl-options.ts';
import { type FormPart, MULTIPART_TYPE, multipartBody } from './multipart-form.ts';
import { percentEncode } from './percent-encode.ts';

export type CurlBody = {
  /** undefined: the request has no body, not even an empty one. */
  readonly body: ByteString | undefined;
  /** undefined: the default media type of forms, or none. */
  readonly type: string | undefined;
};

/** A file that the command names cannot be read. parse-curl.ts turns this error into a message. */
export class MissingFile extends Error {
  readonly path: string;

  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

export type ReadFile = (path: string) => ByteString | undefined;

/** Returns the body that the options describe. Their values are byte strings. Throws MissingFile. */
export function curlBody(options: readonly CurlOption[], read: ReadFile): CurlBody {
  const readOrThrow = (path: string): ByteString => {
    const text = read(path);
    if (text === undefined) throw new MissingFile(path);
    return text;
  };
  const upload = options.findLast(({ name }) => name === 'upload');
  if (upload !== undefined) return { body: readOrThrow(upload.value), type: undefined };
  const parts = options.flatMap((option) => formPart(option, readOrThrow));
  if (parts.length > 0) return { body: multipartBody(parts), type: MULTIPART_TYPE };
  const pieces = options.flatMap((option) => dataPiece(option, readOrThrow));
  const isJson = options.some(({ name }) => name === 'json');
  const body = pieces.length === 0 ? undefined : pieces.join(isJson ? '' : '&');
  return { body, type: isJson ? 'application/json' : undefined };
}

function dataPiece(
  { name, value }: CurlOption,
  read: (path: string) => ByteString,
): readonly string[] {
  const file = value.startsWith('@') ? value.slice(1) : undefined;
  switch (name) {
    case 'raw':
      return [value];
    case 'data':
      return [file === undefined ? value : read(file).replace(/[\r\n\0]/g, '')];
    case 'binary':
    case 'json':
      return [file === undefined ? value : read(file)];
    case 'encoded':
      return [encodedPiece(value, read)];
    default:
      return [];
  }
}

/** Encodes `text`, `=text`, `name=text`, `@file` or `name@file`. The name is sent unchanged. */
function encodedPiece(value: string, read: (path: string) => ByteString): string {
  const at = /[=@]/.exec(value);
  if (at === null) return percentEncode(value);
  const [name, rest] = [value.slice(0, at.index), value.slice(at.index + 1)];
  const text = percentEncode(at[0] === '@' ? read(rest) : rest);
  return name === '' ? text : `${name}=${text}`;
}

/** Parses `name=text`, `name=@file;type=T;filename=N` or `name=<file`. */
function formPart(
  { name: option, value }: CurlOption,
  read: (path: string) => ByteString,
): readonly FormPart[] {
  if (option !== 'form' && option !== 'field') return [];
  const equals = value.indexOf('=');
  const [name, rest] = [value.slice(0, equals), value.slice(equals + 1)];
  if (option === 'field') return [{ name, content: rest, fileName: undefined, type: undefined }];
  const [, mark = '', quoted, plain = '', settings = ''] = FORM_VALUE.exec(rest) ?? [];
  const content = quoted?.replace(/\\(.)/gs, '$1') ?? plain;
  const type = /;type=([^;]*)/.exec(settings)?.[1];
  const named = /;filename=(?:"([^"]*)"|([^;]*))/.exec(settings);
  const ownName = mark === '@' ? content.replace(/.*[/\\]/, '') : undefined;
  const fileName = named?.[1] ?? named?.[2] ?? ownName;
  return [{ name, content: mark === '' ? content : read(content), fileName, type }];
}

/** Captures the mark of a file, the quoted or plain value, and the settings `type` and `filename` after it. */
const FORM_VALUE =
  /^([@<]?)(?:"((?:[^"\\]|\\.)*)"|((?:(?!;(?:type|filename)=).)*))((?:;(?:type|filename)=.*)?)$/s;
