/** Parses start tags, end tags and empty-element tags of XML 1.0 (3.1), malformed ones included. */
import { isSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { firstProblem } from './first-problem.ts';
import type { Pair } from './pair.ts';
import { endOfName } from './xml-syntax.ts';
import { decodeXmlText } from './xml-text.ts';

export type XmlTag = {
  readonly kind: 'Open' | 'Close' | 'Empty';
  readonly name: ByteString;
  /** In order, with references in values decoded. An end tag with attributes is malformed. */
  readonly attributes: readonly Pair[];
  readonly start: number;
  readonly end: number;
  /** The first error; everything that could be parsed is returned. */
  readonly problem: string | undefined;
};

type Attribute = {
  readonly pair: Pair | undefined;
  readonly end: number;
  readonly problem: string | undefined;
};

/** Parses the tag whose `<` is at `start`. Without `>` it ends with the text. `hasDtd`: as in decodeXmlText. */
export function readXmlTag(text: ByteString, start: number, hasDtd: boolean): XmlTag {
  const isClose = text.charAt(start + 1) === '/';
  const nameStart = start + (isClose ? 2 : 1);
  let at = endOfName(text, nameStart);
  const name = text.slice(nameStart, at);
  const attributes: Pair[] = [];
  let problem = name === '' ? 'tag without name' : undefined;
  let end = endOfTag(text, skipSpace(text, at));
  while (end === undefined) {
    const attribute = readAttribute(text, skipSpace(text, at), hasDtd);
    const isJoined = attribute.pair !== undefined && !isSpace(text.charCodeAt(at));
    problem ??= isJoined ? 'blank missing in tag' : attribute.problem;
    if (attribute.pair !== undefined) attributes.push(attribute.pair);
    at = attribute.end;
    end = endOfTag(text, skipSpace(text, at));
  }
  if (text.charAt(end - 1) !== '>') problem ??= 'tag not closed';
  if (hasDuplicates(attributes)) problem ??= 'duplicate attribute';
  if (!isClose) {
    const kind = text.startsWith('/>', end - 2) ? 'Empty' : 'Open';
    return { kind, name, attributes, start, end, problem };
  }
  if (attributes.length > 0 || text.charAt(end - 2) === '/') problem ??= 'malformed end tag';
  return { kind: 'Close', name, attributes, start, end, problem };
}

function hasDuplicates(attributes: readonly Pair[]): boolean {
  if (attributes.length < 2) return false;
  return new Set(attributes.map(([name]) => name)).size !== attributes.length;
}

/** Returns the offset after the `>` or `/>` at `at`, or the end of the text; undefined: the tag continues. */
function endOfTag(text: ByteString, at: number): number | undefined {
  if (at >= text.length) return text.length;
  if (text.charAt(at) === '>') return at + 1;
  return text.startsWith('/>', at) ? at + 2 : undefined;
}

/** Parses an attribute; consumes at least one byte. */
function readAttribute(text: ByteString, start: number, hasDtd: boolean): Attribute {
  const nameEnd = endOfName(text, start);
  const name = text.slice(start, nameEnd);
  const equals = skipSpace(text, nameEnd);
  if (text.charAt(equals) === '=') {
    const attribute = readValue(text, name, skipSpace(text, equals + 1), hasDtd);
    return name === '' ? { ...attribute, problem: 'attribute without name' } : attribute;
  }
  if (name !== '') return { pair: [name, ''], end: nameEnd, problem: 'attribute without value' };
  const problem = 'invalid character in tag';
  if (isQuote(text.charAt(start))) return { ...readValue(text, '', start, hasDtd), problem };
  return { pair: undefined, end: start + 1, problem };
}

function isQuote(char: string): boolean {
  return char === '"' || char === "'";
}

/** Parses the value of the attribute `name` at `valueStart`. */
function readValue(
  text: ByteString,
  name: ByteString,
  valueStart: number,
  hasDtd: boolean,
): Attribute {
  const quote = text.charAt(valueStart);
  if (!isQuote(quote)) {
    const end = endOfUnquoted(text, valueStart);
    const { value } = decodeXmlText(text.slice(valueStart, end));
    return { pair: [name, value], end, problem: 'attribute value without quotes' };
  }
  const close = text.indexOf(quote, valueStart + 1);
  const raw = text.slice(valueStart + 1, close === -1 ? text.length : close);
  const { value, hasUnknownReference } = decodeXmlText(raw, hasDtd);
  return {
    pair: [name, value],
    end: close === -1 ? text.length : close + 1,
    problem: firstProblem([
      [close === -1, 'attribute value not closed'],
      [hasUnknownReference, 'unknown reference'],
      [raw.includes('<'), '< in attribute value'],
    ]),
  };
}

function endOfUnquoted(text: ByteString, start: number): number {
  let at = start;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && text.charAt(at) !== '>') at += 1;
  return at;
}

function skipSpace(text: ByteString, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}
