/** A HAR file (HTTP Archive 1.2), as browsers save it -> the request parts of one entry. */
import * as v from 'valibot';
import { parseJson } from '#compiler/json.ts';
import { bytesOfText } from '#compiler/utf8.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { MULTIPART_TYPE, multipartBody } from './multipart-form.ts';
import { percentEncode } from './percent-encode.ts';
import type { RequestParts } from './request.ts';

/** A text as bytes. A field of another type counts as missing, because tools save different types. */
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

/** Returns entry `number`, from 1; undefined when `har` is not a HAR file or has no valid entry of this number. */
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

/** Returns the header as a pair, and nothing for pseudo-headers of HTTP/2. */
function headerOf({ name, value }: Field): readonly Header[] {
  return name === undefined || value === undefined || name.startsWith(':') ? [] : [[name, value]];
}

type HarBody = {
  readonly body: ByteString;
  /** The media type when the body was encoded here; undefined when the saved header applies. */
  readonly type: string | undefined;
};

/** Decodes the text. Without a text, encodes the parameters: some tools save only these. */
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

/** Replaces Content-Type and removes Content-Length: the saved ones do not fit the body that was encoded here. */
function withType(headers: readonly Header[], type: string): readonly Header[] {
  const others = headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
  return [...others, ['Content-Type', type]];
}
