/** The pieces of an XML 1.0 text: tags, character data, CDATA, comments, instructions, declarations. */
import type { ByteString } from '../bytes/byte-string.ts';
import { readXmlDoctype, type XmlDoctype } from './xml-doctype.ts';
import { instructionProblem } from './xml-instruction.ts';
import { hasDoubleHyphen, isNameStart } from './xml-syntax.ts';
import { readXmlTag, type XmlTag } from './xml-tag.ts';
import { decodeXmlText } from './xml-text.ts';

export type XmlPiece = {
  /** Offset after the piece. */
  readonly end: number;
  /** The tag or declaration in the piece, if any. */
  readonly tag: XmlTag | XmlDoctype | undefined;
  /** Text that the piece adds to the character data between two tags. */
  readonly characters: ByteString;
  readonly problem: string | undefined;
};

/** Returns the piece at `start`, of at least one byte. `hasDtd`: as in decodeXmlText. */
export function readXmlPiece(text: ByteString, start: number, hasDtd: boolean): XmlPiece {
  if (text.charAt(start) === '<') return readMarkup(text, start, hasDtd);
  const tag = text.indexOf('<', start);
  const end = tag === -1 ? text.length : tag;
  const { value, hasUnknownReference } = decodeXmlText(text.slice(start, end), hasDtd);
  const problem = hasUnknownReference ? 'unknown reference' : undefined;
  return { end, tag: undefined, characters: value, problem };
}

function readMarkup(text: ByteString, start: number, hasDtd: boolean): XmlPiece {
  const second = text.charAt(start + 1);
  if (second === '!') return readExclamation(text, start);
  if (second === '?') return readInstruction(text, start);
  if (second !== '/' && !isNameStart(text.charCodeAt(start + 1))) {
    return { end: start + 1, tag: undefined, characters: '<', problem: 'stray <' };
  }
  const tag = readXmlTag(text, start, hasDtd);
  return { end: tag.end, tag, characters: '', problem: tag.problem };
}

const COMMENT = '<!--';
const CDATA = '<![CDATA[';
const DOCTYPE = /<!doctype/iy;

function readExclamation(text: ByteString, start: number): XmlPiece {
  if (text.startsWith(COMMENT, start)) return readComment(text, start);
  if (!text.startsWith(CDATA, start)) {
    DOCTYPE.lastIndex = start;
    return DOCTYPE.test(text) ? readDoctype(text, start) : readDeclaration(text, start);
  }
  const section = readEnclosed(text, start, CDATA, ']]>');
  if (section.problem !== undefined) return section;
  return { ...section, characters: text.slice(start + CDATA.length, section.end - 3) };
}

function readComment(text: ByteString, start: number): XmlPiece {
  const comment = readEnclosed(text, start, COMMENT, '-->');
  if (comment.problem !== undefined) return comment;
  const isFaulty = hasDoubleHyphen(text, start + COMMENT.length, comment.end - 3);
  return { ...comment, problem: isFaulty ? '-- in comment' : undefined };
}

function readDoctype(text: ByteString, start: number): XmlPiece {
  const tag = readXmlDoctype(text, start);
  return { end: tag.end, tag, characters: '', problem: tag.problem };
}

/** Reads up to the end mark. Without one, the rest counts as text, so that it is not hidden from rules. */
function readEnclosed(text: ByteString, start: number, open: string, close: string): XmlPiece {
  const at = text.indexOf(close, start + open.length);
  if (at !== -1) {
    return { end: at + close.length, tag: undefined, characters: '', problem: undefined };
  }
  const characters = text.slice(start + open.length);
  return { end: text.length, tag: undefined, characters, problem: `${open} not closed` };
}

/** Reads an instruction or the XML declaration. */
function readInstruction(text: ByteString, start: number): XmlPiece {
  const instruction = readEnclosed(text, start, '<?', '?>');
  if (instruction.problem !== undefined) return instruction;
  return { ...instruction, problem: instructionProblem(text, start, instruction.end) };
}

/** Reads any other declaration, which is not allowed. It counts as text, so that it is not hidden from rules. */
function readDeclaration(text: ByteString, start: number): XmlPiece {
  const close = text.indexOf('>', start);
  const end = close === -1 ? text.length : close + 1;
  const characters = text.slice(start + 2, end);
  return { end, tag: undefined, characters, problem: 'markup declaration not allowed' };
}
