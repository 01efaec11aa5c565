/**
 * XML bodies as the values of `XML:/*` and `XML://@*` (docs/spec/body-processors.md#xml). Not validating: no DTD, no
 * entities but the predefined ones, no namespaces. Names of elements and attributes are no values.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { trimSpace } from './ascii-space.ts';
import type { XmlTag } from './xml-tag.ts';
import { tokenizeXml, type XmlToken } from './xml-tokens.ts';

export type ParsedXml = {
  /** The text itself: other XPaths are answered from it (`evaluateXPath`). */
  readonly source: ByteString;
  /** Values of all attributes, namespace declarations included, in document order. */
  readonly attributes: readonly ByteString[];
  /**
   * Character data between two tags, trimmed, without the empty ones, in document order. Also what
   * stands outside the root element, a DOCTYPE included: both are errors.
   */
  readonly texts: readonly ByteString[];
  /** There were more than `limit` attributes and texts; what is behind was not read. */
  readonly limitReached: boolean;
  /** The first fault: `mismatched end tag at byte 17`. Reading goes on behind it. */
  readonly error: string | undefined;
};

/** Texts and attributes are no arguments: large documents are legitimate. */
export const MAX_XML_VALUES = 100_000;

/** libxml2's limit, which ModSecurity users have: no known protocol nests deeper. */
export const MOST_LEVELS = 256;

type Reader = {
  readonly limit: number;
  readonly attributes: ByteString[];
  readonly texts: ByteString[];
  /** Names of the elements that are open. */
  readonly open: ByteString[];
  roots: number;
  limitReached: boolean;
  error: string | undefined;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

/** Never throws; linear. `limit`: most attribute values and texts together. */
export function parseXml(source: ByteString, limit: number): ParsedXml {
  const reader: Reader = {
    limit,
    attributes: [],
    texts: [],
    open: [],
    roots: 0,
    limitReached: false,
    error: undefined,
  };
  for (const token of tokenizeXml(source)) {
    readToken(reader, token);
    if (reader.limitReached) break;
  }
  if (!reader.limitReached) checkEnd(reader, source);
  const { attributes, texts, limitReached, error } = reader;
  return { source, attributes, texts, limitReached, error };
}

function readToken(reader: Reader, token: XmlToken): void {
  switch (token.kind) {
    case 'Open':
      openElement(reader, token);
      break;
    case 'Close':
      closeElement(reader, token);
      break;
    case 'Empty':
      openElement(reader, token);
      closeElement(reader, token);
      break;
    case 'Text':
      addText(reader, trimSpace(token.value), token.start);
      break;
    case 'Fault':
      fail(reader, token.message, token.start);
      break;
  }
}

function openElement(reader: Reader, { name, attributes, start }: XmlTag): void {
  for (const [, value] of attributes) addValue(reader, reader.attributes, value);
  if (reader.open.length === 0) reader.roots += 1;
  if (reader.roots > 1) fail(reader, 'second root element', start);
  if (reader.open.length < MOST_LEVELS) reader.open.push(name);
  else fail(reader, `more than ${MOST_LEVELS} levels of elements`, start);
}

function closeElement(reader: Reader, { name, start }: XmlTag): void {
  if (reader.open.pop() !== name) fail(reader, 'mismatched end tag', start);
}

function addText(reader: Reader, value: ByteString, at: number): void {
  if (value === '') return;
  if (reader.open.length === 0) fail(reader, 'text outside the root element', at);
  addValue(reader, reader.texts, value);
}

function addValue(reader: Reader, list: ByteString[], value: ByteString): void {
  if (reader.attributes.length + reader.texts.length < reader.limit) list.push(value);
  else reader.limitReached = true;
}

function checkEnd(reader: Reader, source: ByteString): void {
  if (reader.open.length > 0) fail(reader, 'element not closed', source.length);
  if (reader.roots === 0) fail(reader, 'no root element', source.length);
  const control = source.search(CONTROL);
  if (control !== -1) fail(reader, 'control character', control);
}

function fail(reader: Reader, message: string, at: number): void {
  reader.error ??= `${message} at byte ${at}`;
}
