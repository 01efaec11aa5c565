/**
 * Bodies that no processor reads: image/png, application/octet-stream, no Content-Type at all. Back ends
 * that go by the content read JSON after any of them, so what looks like text is read as it looks.
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
  /** The processor whose variables are filled; undefined: one argument without a name holds the text. */
  readonly processor: Exclude<SniffedContent, 'TEXT'> | undefined;
  readonly variables: Partial<BodyVariables>;
};

/**
 * Undefined: the body is no text. The body need not be what it looks like, so a fault in
 * it is no error: what could not be read is there as text.
 */
export function processUntyped(body: ByteString, limits: UntypedLimits): UntypedBody | undefined {
  const content = sniffContent(body);
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

/** After a fault the last pair is the text that could not be read. */
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
