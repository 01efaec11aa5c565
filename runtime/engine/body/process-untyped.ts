/**
 * Bodies without a processor: image/png, application/octet-stream, no Content-Type at all. Some back ends detect JSON
 * by its content under any of these types, so a body that looks like text is parsed as what it looks like.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { BodyVariables } from './body-variables.ts';
import { type ParsedJson, parseJson } from './parse-json.ts';
import { parseUrlEncoded } from './parse-url-encoded.ts';
import { MAX_XML_VALUES, parseXml } from './parse-xml.ts';
import {
  BEGINNING,
  beginsLike,
  type SniffedContent,
  sniffContent,
  withoutMark,
} from './sniff-content.ts';
import { decodeWide } from './wide-text.ts';

export type UntypedLimits = {
  readonly argumentsLimit: number;
  readonly jsonDepthLimit: number;
};

export type UntypedBody = {
  /** The processor whose variables are set; undefined: one argument without a name holds the text. */
  readonly processor: Exclude<SniffedContent, 'TEXT'> | undefined;
  readonly variables: Partial<BodyVariables>;
};

/**
 * Parses the body by its content; undefined: it is no text. It need not be what it looks like, so an error is no
 * error: the text that could not be parsed becomes an argument.
 */
export function processUntyped(
  body: ByteString,
  contentType: ByteString | undefined,
  limits: UntypedLimits,
): UntypedBody | undefined {
  const wide = readWide(body, limits);
  if (wide !== undefined) return wide;
  const content = sniffContent(body, contentType);
  return content === undefined
    ? readBytes(body, limits)
    : readText(content, body, withoutMark(body), limits);
}

/** Parses UTF-16 and UTF-32, in which Python reads JSON, and every parser XML. */
function readWide(body: ByteString, limits: UntypedLimits): UntypedBody | undefined {
  const beginning = decodeWide(body.slice(0, BEGINNING));
  const content = beginning === undefined ? undefined : beginsLike(beginning);
  if (content === undefined) return undefined;
  return readText(content, body, decodeWide(body) ?? '', limits);
}

/** Bytes of JSON before the first error that no other data begin with by chance. */
const LIKELY_JSON = 16;

/** Parses JSON with bytes that are no UTF-8, in the place of which Node reads U+FFFD. */
function readBytes(body: ByteString, limits: UntypedLimits): UntypedBody | undefined {
  if (!/^\s*[[{]/.test(body)) return undefined;
  const { error, position, ...variables } = parse(body, limits);
  if (error !== undefined && position < LIKELY_JSON) return undefined;
  return { processor: 'JSON', variables: { raw: body, ...variables } };
}

function readText(
  content: SniffedContent,
  raw: ByteString,
  text: ByteString,
  limits: UntypedLimits,
): UntypedBody {
  switch (content) {
    case 'JSON':
      return { processor: 'JSON', variables: { raw, ...readJson(text, limits) } };
    case 'XML':
      return { processor: 'XML', variables: { raw, ...readXml(text) } };
    case 'URLENCODED': {
      const { pairs, limitReached } = parseUrlEncoded(text, limits.argumentsLimit);
      return { processor: 'URLENCODED', variables: { raw, pairs, limitReached } };
    }
    case 'TEXT':
      return { processor: undefined, variables: { raw, pairs: [['', text]] } };
  }
}

/** After an error the last pair is the text that could not be parsed. */
function readJson(text: ByteString, limits: UntypedLimits): Partial<BodyVariables> {
  const { pairs, limitReached } = parse(text, limits);
  return { pairs, limitReached };
}

function parse(text: ByteString, { argumentsLimit, jsonDepthLimit }: UntypedLimits): ParsedJson {
  return parseJson(text, { argumentsLimit, depthLimit: jsonDepthLimit });
}

function readXml(text: ByteString): Partial<BodyVariables> {
  const xml = parseXml(text, MAX_XML_VALUES);
  const { limitReached } = xml;
  return { xml, limitReached, pairs: xml.error === undefined ? [] : [['', text]] };
}
