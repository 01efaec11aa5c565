/**
 * Parses XML bodies to the values of `XML:/*` and `XML://@*` (docs/spec/body-processors.md#xml). Not validating: it
 * reads no DTD, expands only the predefined entities and resolves no namespaces. Names of elements and attributes are
 * not values.
 */
import { trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import {
  addMixedText,
  closeMixed,
  joinedTexts,
  type MixedContent,
  newMixedContent,
  openMixed,
} from './mixed-content.ts';
import type { Pair } from './pair.ts';
import type { XmlDoctype } from './xml-doctype.ts';
import type { XmlTag } from './xml-tag.ts';
import { tokenizeXml, type XmlToken } from './xml-tokens.ts';

export type ParsedXml = {
  /** The text itself, on which other XPaths are evaluated (`evaluateXPath`). */
  readonly source: ByteString;
  /**
   * Values of all attributes in document order, including those that a DOCTYPE adds and namespace declarations other
   * than those of the vocabularies below, although declarations are no attributes (XPath 1.0, 5.3).
   */
  readonly attributes: readonly ByteString[];
  /**
   * Character data between two tags, trimmed, without empty ones, in document order. Includes text outside the root
   * element, which is an error, but not the text of a DOCTYPE.
   */
  readonly texts: readonly ByteString[];
  /** Texts with elements between them, joined as back ends read them; more values of `XML:/*`. */
  readonly joined: readonly ByteString[];
  /** There are more than `limit` attributes and texts; the rest was not parsed. */
  readonly limitReached: boolean;
  /** The first error, such as `mismatched end tag at byte 17`. Parsing continues after it. */
  readonly error: string | undefined;
};

/** A limit of its own instead of SecArgumentsLimit, because large documents are legitimate. */
export const MAX_XML_VALUES = 100_000;

/** The limit of libxml2, which ModSecurity uses; no known protocol nests deeper. */
export const MOST_LEVELS = 256;

type Reader = {
  readonly limit: number;
  readonly attributes: ByteString[];
  readonly texts: ByteString[];
  /** Names of the open elements. */
  readonly open: ByteString[];
  readonly mixed: MixedContent;
  roots: number;
  doctypes: number;
  limitReached: boolean;
  error: string | undefined;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these.
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

/** Parses a document. Never throws; linear. `limit`: maximum of attribute values and texts together. */
export function parseXml(source: ByteString, limit: number): ParsedXml {
  const reader: Reader = {
    limit,
    attributes: [],
    texts: [],
    open: [],
    mixed: newMixedContent(),
    roots: 0,
    doctypes: 0,
    limitReached: false,
    error: undefined,
  };
  for (const token of tokenizeXml(source)) {
    readToken(reader, token);
    if (reader.limitReached) break;
  }
  if (!reader.limitReached) checkEnd(reader, source);
  const { attributes, texts, mixed, limitReached, error } = reader;
  return { source, attributes, texts, joined: joinedTexts(mixed), limitReached, error };
}

function readToken(reader: Reader, token: XmlToken): void {
  switch (token.kind) {
    case 'Open':
      openElement(reader, token);
      break;
    case 'Close':
      addAttributes(reader, token);
      closeElement(reader, token);
      break;
    case 'Empty':
      openElement(reader, token);
      closeElement(reader, token);
      break;
    case 'Doctype':
      readDoctype(reader, token);
      break;
    case 'Text':
      addMixedText(reader.mixed, token.value);
      addText(reader, trimSpace(token.value), token.start);
      break;
    case 'Problem':
      fail(reader, token.message, token.start);
      break;
  }
}

/** Refuses a second document type declaration, and one after the beginning of the root element (XML 1.0, 2.8). */
function readDoctype(reader: Reader, { values, start }: XmlDoctype): void {
  reader.doctypes += 1;
  const isFirst = reader.doctypes === 1 && reader.roots === 0 && reader.texts.length === 0;
  if (!isFirst) fail(reader, 'document type declaration not allowed here', start);
  for (const value of values) addValue(reader, reader.attributes, value);
}

/**
 * Vocabularies of documents. Rules take such a name for an attack (CRS 941130), but that a page is XHTML is no
 * finding.
 */
const VOCABULARIES: ReadonlySet<ByteString> = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
  'http://www.w3.org/1999/xlink',
]);

/** Returns whether the attribute only declares one of these vocabularies, so that no path selects it. */
export function isVocabulary([name, value]: Pair): boolean {
  return VOCABULARIES.has(value) && (name === 'xmlns' || name.startsWith('xmlns:'));
}

function addAttributes(reader: Reader, { attributes }: XmlTag): void {
  for (const attribute of attributes) {
    if (!isVocabulary(attribute)) addValue(reader, reader.attributes, attribute[1]);
  }
}

function openElement(reader: Reader, tag: XmlTag): void {
  const { name, start } = tag;
  addAttributes(reader, tag);
  if (reader.open.length === 0) reader.roots += 1;
  if (reader.roots > 1) fail(reader, 'second root element', start);
  openMixed(reader.mixed);
  if (reader.open.length < MOST_LEVELS) reader.open.push(name);
  else fail(reader, `more than ${MOST_LEVELS} levels of elements`, start);
}

function closeElement(reader: Reader, { name, start }: XmlTag): void {
  closeMixed(reader.mixed);
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
