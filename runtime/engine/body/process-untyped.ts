/**
 * Bodies without a processor: image/png, application/octet-stream, no Content-Type at all. Some back ends detect JSON
 * by its content under any of these types, so a body that looks like text is parsed as what it looks like.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { BodyVariables } from './body-variables.ts';
import { parseJson } from './parse-json.ts';
import { parseUrlEncoded } from './parse-url-encoded.ts';
import { MAX_XML_VALUES, parseXml } from './parse-xml.ts';
import { type SniffedContent, sniffContent, withoutMark } from './sniff-content.ts';

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
 * Parses the body by its content; undefined: it is no text. It need not be what it looks like, so a fault is no
 * error: the text that could not be parsed becomes an argument.
 */
export function processUntyped(
  body: ByteString,
  contentType: ByteString | undefined,
  limits: UntypedLimits,
): UntypedBody | undefined {
  const content = sniffContent(body, contentType);
  if (content === undefined) return undefined;
  const text = withoutMark(body);
  switch (content) {
    case 'JSON':
      return { processor: 'JSON', variables: { raw: body, ...readJson(text, limits) } };
    case 'XML':
      return { processor: 'XML', variables: { raw: body, ...readXml(text) } };
    case 'URLENCODED': {
      const { pairs, limitReached } = parseUrlEncoded(text, limits.argumentsLimit);
      return { processor: 'URLENCODED', variables: { raw: body, pairs, limitReached } };
    }
    case 'TEXT':
      return { processor: undefined, variables: { raw: body, pairs: [['', text]] } };
  }
}

/** After a fault the last pair is the text that could not be parsed. */
function readJson(text: ByteString, limits: UntypedLimits): Partial<BodyVariables> {
  const { pairs, limitReached } = parseJson(text, {
    argumentsLimit: limits.argumentsLimit,
    depthLimit: limits.jsonDepthLimit,
  });
  return { pairs, limitReached };
}

function readXml(text: ByteString): Partial<BodyVariables> {
  const xml = parseXml(text, MAX_XML_VALUES);
  const { limitReached } = xml;
  return { xml, limitReached, pairs: xml.error === undefined ? [] : [['', text]] };
}
