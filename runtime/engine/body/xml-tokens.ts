/**
 * XML 1.0 as a stream of tokens: tags, runs of text, errors. It expands no entities and loads nothing. After an error
 * it continues with the next byte, so that rules see what a lenient back end sees.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { XmlDoctype } from './xml-doctype.ts';
import { readXmlPiece } from './xml-piece.ts';
import type { XmlTag } from './xml-tag.ts';

export type XmlToken =
  | XmlTag
  | XmlDoctype
  /**
   * All character data between two tags, decoded. Comments and CDATA limits do not split it: `uni<!-- -->on` is one
   * word for an application that reads the content of the element.
   */
  | { readonly kind: 'Text'; readonly value: ByteString; readonly start: number }
  | { readonly kind: 'Problem'; readonly message: string; readonly start: number };

const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** Linear in the length of the text; holds at most one tag or run of text at a time. */
export function* tokenizeXml(text: ByteString): Generator<XmlToken, void> {
  let start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  let run: ByteString[] = [];
  let hasDtd = false;
  while (start < text.length) {
    const { tag, characters, problem, end } = readXmlPiece(text, start, hasDtd);
    if (problem !== undefined) yield { kind: 'Problem', message: problem, start };
    if (characters !== '') run.push(characters);
    if (tag !== undefined) {
      if (run.length > 0) yield { kind: 'Text', value: run.join(''), start };
      run = [];
      if (tag.kind === 'Doctype') hasDtd ||= tag.hasDtd;
      yield tag;
    }
    start = end;
  }
  if (run.length > 0) yield { kind: 'Text', value: run.join(''), start };
}
