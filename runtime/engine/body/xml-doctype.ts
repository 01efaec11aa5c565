/**
 * Parses the document type declaration of XML 1.0 (2.8). Many documents begin with a harmless one: XHTML, SVG,
 * property lists. Two kinds are refused: declarations of entities, which can grow without bound and read files and
 * addresses, and declarations whose DTD is at the address of anyone but a publisher of standards.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { instructionProblem } from './xml-instruction.ts';
import { hasDoubleHyphen, NAME, NAME_PART, SPACE } from './xml-syntax.ts';
import { decodeXmlText } from './xml-text.ts';

export type XmlDoctype = {
  readonly kind: 'Doctype';
  /**
   * Defaults of attributes, which back ends add to elements; for a refused declaration all quoted text: values and
   * addresses of entities. They count as attribute values.
   */
  readonly values: readonly ByteString[];
  /** An external DTD may declare entities that the document uses. */
  readonly hasDtd: boolean;
  readonly start: number;
  readonly end: number;
  readonly problem: string | undefined;
};

/**
 * Publishers whose DTDs declare characters and elements, and never change. A slash ends the host, so that no `@` can
 * follow.
 */
const PUBLISHERS = [
  'http://www.w3.org/',
  'https://www.w3.org/',
  'http://www.oasis-open.org/',
  'http://www.apple.com/DTDs/',
  'http://www.wapforum.org/DTD/',
  'http://java.sun.com/dtd/',
];
/** The identifier of HTML 5 in XML syntax. */
const LEGACY = 'about:legacy-compat';

const LITERAL = `("[^"]*"|'[^']*')`;
/** A character class without its brackets: the bytes of a public identifier (2.3) but for the apostrophe. */
const PUBLIC_ID = '\\n\\r A-Za-z0-9()+,./:=?;!*#@$_%-';
const PUBLIC = `PUBLIC${SPACE}+(?:"['${PUBLIC_ID}]*"|'[${PUBLIC_ID}]*')`;
/** The text before the internal subset, or before the end. */
const HEAD = new RegExp(
  `^<!DOCTYPE${SPACE}+${NAME}(?:${SPACE}+(?:${PUBLIC}|SYSTEM)${SPACE}+${LITERAL})?${SPACE}*$`,
);

/** The element that a declaration in the internal subset is about. */
const SUBJECT = new RegExp(`${SPACE}+${NAME}`, 'y');
/** What may stand outside quotes in such a declaration. */
const WORD = new RegExp(`^[#|,()?*+${NAME_PART}]+$`);

const MALFORMED = 'malformed document type declaration';

type Reader = {
  readonly text: ByteString;
  at: number;
  /** Offset of the `[`. */
  subset: number | undefined;
  isInSubset: boolean;
  /** ELEMENT, ATTLIST, ...: the declaration that is being parsed. */
  declaration: string | undefined;
  readonly defaults: ByteString[];
  readonly quoted: ByteString[];
  problem: string | undefined;
};

/** Parses the declaration whose `<!DOCTYPE` is at `start`. Linear. */
export function readXmlDoctype(text: ByteString, start: number): XmlDoctype {
  const reader: Reader = {
    text,
    at: start + '<!DOCTYPE'.length,
    subset: undefined,
    isInSubset: false,
    declaration: undefined,
    defaults: [],
    quoted: [],
    problem: undefined,
  };
  const isClosed = readToEnd(reader);
  const head = HEAD.exec(text.slice(start, reader.subset ?? reader.at - (isClosed ? 1 : 0)));
  const address = head?.[1]?.slice(1, -1);
  const problem =
    reader.problem ??
    (isClosed && head !== null ? undefined : MALFORMED) ??
    (address === undefined || isPublished(address) ? undefined : 'external DTD not allowed');
  const values = problem === undefined ? reader.defaults : reader.quoted;
  const hasDtd = problem === undefined && address !== undefined && address !== LEGACY;
  return { kind: 'Doctype', values, hasDtd, start, end: reader.at, problem };
}

function isPublished(address: ByteString): boolean {
  return address === LEGACY || PUBLISHERS.some((publisher) => address.startsWith(publisher));
}

/**
 * Comments, instructions, markup declarations, quotes, brackets; the last alternatives match all other text except
 * white space.
 */
const TOKEN = /<!--|<\?|<![A-Za-z]*|["'[\]>%]|[^\t\n\r "'[\]<>%]+|</g;

/** Reads to the end of the declaration; returns false when the text ends first. */
function readToEnd(reader: Reader): boolean {
  const token = new RegExp(TOKEN);
  const { text } = reader;
  for (;;) {
    token.lastIndex = reader.at;
    const found = token.exec(text)?.[0];
    if (found === undefined) {
      reader.at = text.length;
      return false;
    }
    reader.at = token.lastIndex;
    if (found === '>' && reader.declaration === undefined && !reader.isInSubset) return true;
    readToken(reader, found);
  }
}

function readToken(reader: Reader, token: string): void {
  if (token === '"' || token === "'") readLiteral(reader, token);
  else if (!reader.isInSubset) readOutside(reader, token);
  else if (token === '<!--') skipComment(reader);
  else if (token === '<?') skipInstruction(reader);
  else if (reader.declaration !== undefined) readInside(reader, token);
  else if (token.startsWith('<!')) openDeclaration(reader, token.slice(2));
  else if (token === ']') reader.isInSubset = false;
  else reader.problem ??= token === '%' ? 'parameter entity not allowed' : MALFORMED;
}

/** Reads a token outside the internal subset. The head before it is checked as a whole; nothing may follow it. */
function readOutside(reader: Reader, token: string): void {
  if (reader.subset !== undefined || token === ']') reader.problem ??= MALFORMED;
  else if (token === '[') {
    reader.subset = reader.at - 1;
    reader.isInSubset = true;
  }
}

function openDeclaration(reader: Reader, name: string): void {
  reader.declaration = name;
  if (name === 'ENTITY') reader.problem ??= 'entity declaration not allowed';
  else if (name !== 'ELEMENT' && name !== 'ATTLIST') reader.problem ??= MALFORMED;
  SUBJECT.lastIndex = reader.at;
  if (!SUBJECT.test(reader.text)) reader.problem ??= MALFORMED;
}

function readInside(reader: Reader, token: string): void {
  if (token === '>') reader.declaration = undefined;
  else if (token === '%') reader.problem ??= 'parameter entity not allowed';
  else if (!WORD.test(token)) reader.problem ??= MALFORMED;
}

function readLiteral(reader: Reader, quote: string): void {
  const { text, at } = reader;
  const close = text.indexOf(quote, at);
  const { value, hasUnknownReference } = decodeXmlText(
    text.slice(at, close === -1 ? undefined : close),
  );
  reader.at = close === -1 ? text.length : close + 1;
  reader.quoted.push(value);
  if (!reader.isInSubset) return;
  if (reader.declaration !== 'ATTLIST') reader.problem ??= MALFORMED;
  else {
    reader.defaults.push(value);
    if (hasUnknownReference) reader.problem ??= 'unknown reference';
  }
}

function skipComment(reader: Reader): void {
  const start = reader.at;
  const close = skipTo(reader, '-->');
  if (hasDoubleHyphen(reader.text, start, close)) reader.problem ??= MALFORMED;
}

function skipInstruction(reader: Reader): void {
  const start = reader.at - '<?'.length;
  skipTo(reader, '?>');
  if (instructionProblem(reader.text, start, reader.at) !== undefined) reader.problem ??= MALFORMED;
}

/** Skips the end mark; returns its offset. Without one, skips the rest of the text, which is a problem. */
function skipTo(reader: Reader, end: string): number {
  const at = reader.text.indexOf(end, reader.at);
  if (at === -1) reader.problem ??= MALFORMED;
  reader.at = at === -1 ? reader.text.length : at + end.length;
  return at === -1 ? reader.at : at;
}
