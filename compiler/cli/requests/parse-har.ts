/** HAR files (HTTP Archive 1.2), as browsers save them -> request parts of one entry. */
import * as v from 'valibot';
import type { ByteString } from '../../../runtime/engine/bytes/byte-string.ts';
import type { Header } from '../../../runtime/engine/host/compiled-waf.ts';
import { parseJson } from '../../json.ts';
import { bytesOfText } from '../../utf8.ts';
import { MULTIPART_TYPE, multipartBody } from './multipart-form.ts';
import { percentEncode } from './percent-encode.ts';
import type { RequestParts } from './request.ts';

/** A field of another type counts as one that is missing: tools differ in what they save. */
const text = v.fallback(v.optional(v.pipe(v.string(), v.transform(bytesOfText))), undefined);

const field = v.object({ name: text, value: text });
const parameter = v.object({ ...field.entries, fileName: text, contentType: text });
const postData = v.object({
  text,
  encoding: text,
  mimeType: text,
  params: v.fallback(v.optional(v.array(v.fallback(parameter, {})), []), []),
});
const entry = v.object({
  request: v.object({
    method: text,
    url: v.pipe(v.string(), v.transform(bytesOfText)),
    headers: v.fallback(v.optional(v.array(v.fallback(field, {})), []), []),
    postData: v.fallback(v.optional(postData), undefined),
  }),
});
const archive = v.object({ log: v.object({ entries: v.array(v.unknown()) }) });

type Field = v.InferOutput<typeof field>;
type PostData = v.InferOutput<typeof postData>;

/** The entry of that number, from 1; undefined: no HAR file, or no such entry. */
export function parseHar(har: string, number: number): RequestParts | undefined {
  const entries = v.safeParse(archive, parseJson(har));
  const found = entries.success ? entries.output.log.entries[number - 1] : undefined;
  const parsed = v.safeParse(entry, found);
  if (!parsed.success) return undefined;
  const { method, url, headers: written, postData: posted } = parsed.output.request;
  const headers = written.flatMap(headerOf);
  const { body, type } = bodyOf(posted);
  return {
    method,
    url,
    headers: type === undefined ? headers : withType(headers, type),
    body,
  };
}

/** Pseudo-headers of HTTP/2 are none. */
function headerOf({ name, value }: Field): readonly Header[] {
  return name === undefined || value === undefined || name.startsWith(':') ? [] : [[name, value]];
}

type HarBody = {
  readonly body: ByteString;
  /** The body is one that was made here, with this media type. */
  readonly type: string | undefined;
};

/** The text, in base64 when `encoding` is base64; else the parameters, which some tools save alone. */
function bodyOf(posted: PostData | undefined): HarBody {
  const { text: written = '', encoding, mimeType, params: saved = [] } = posted ?? {};
  if (written !== '') {
    const body =
      encoding === 'base64' ? Buffer.from(written, 'base64').toString('latin1') : written;
    return { body, type: undefined };
  }
  const params = saved.map(({ name = '', value = '', fileName, contentType }) => ({
    name,
    content: value,
    fileName,
    type: contentType,
  }));
  if (params.length === 0) return { body: '', type: undefined };
  if (mimeType?.startsWith('multipart/') === true) {
    return { body: multipartBody(params), type: MULTIPART_TYPE };
  }
  const pairs = params.map(
    ({ name, content }) => `${percentEncode(name)}=${percentEncode(content)}`,
  );
  return { body: pairs.join('&'), type: undefined };
}

/** The boundary of the saved header is not that of the body made here, nor is the length. */
function withType(headers: readonly Header[], type: string): readonly Header[] {
  const others = headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
  return [...others, ['Content-Type', type]];
}
