/** The body options of a curl command -> the bytes that it sends (curl manual: -d, --data-urlencode, --json, -F, -T). */
import { cannotRead, pathOfBytes, type RuleFiles } from '#compiler/rule-files.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { CurlError } from './curl-error.ts';
import type { CurlOption } from './curl-options.ts';
import { type FormPart, MULTIPART_TYPE, multipartBody } from './multipart-form.ts';
import { percentEncode } from './percent-encode.ts';

export type CurlBody = {
  /** undefined: the request has no body, not even an empty one. */
  readonly body: ByteString | undefined;
  /** undefined: the default media type of forms, or none. */
  readonly type: string | undefined;
};

/** Returns the bytes of a file that the command names (in bytes). Throws CurlError. */
export function readOrThrow(name: ByteString, files: RuleFiles): ByteString {
  const path = pathOfBytes(name);
  const text = files.read(path);
  if (text === undefined) {
    throw new CurlError(cannotRead(path, files, `${name}, which the curl command names`));
  }
  return text;
}

/** Returns the body that the options describe. Their values are byte strings. Throws CurlError. */
export function curlBody(options: readonly CurlOption[], files: RuleFiles): CurlBody {
  refuseConflicts(options);
  const read = (path: string): ByteString => readOrThrow(path, files);
  const upload = options.findLast(({ name }) => name === 'upload');
  if (upload !== undefined) return { body: read(upload.value), type: undefined };
  const parts = options.flatMap((option) => formPart(option, read));
  if (parts.length > 0) return { body: multipartBody(parts), type: MULTIPART_TYPE };
  const pieces = options.flatMap((option) => dataPiece(option, read));
  const isJson = options.some(({ name }) => name === 'json');
  const body = pieces.length === 0 ? undefined : pieces.join(isJson ? '' : '&');
  return { body, type: isJson ? 'application/json' : undefined };
}

/** Options that each choose another kind of request. With -G, the data are part of the URL. */
const KINDS: readonly (readonly [option: string, names: ReadonlySet<string>])[] = [
  ['-d', new Set(['raw', 'data', 'binary', 'json', 'encoded'])],
  ['-F', new Set(['form', 'field'])],
  ['-T', new Set(['upload'])],
  ['-I', new Set(['head'])],
];

function refuseConflicts(options: readonly CurlOption[]): void {
  const isQuery = options.some(({ name }) => name === 'get');
  const [first, second] = KINDS.filter(
    ([option, names]) =>
      !(isQuery && option === '-d') && options.some(({ name }) => names.has(name)),
  );
  if (first === undefined || second === undefined) return;
  throw new CurlError(`The curl command has ${first[0]} and ${second[0]}: curl sends only one.`);
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
  if (equals === -1) throw new CurlError(`The curl option -F takes NAME=VALUE, not ${value}.`);
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
