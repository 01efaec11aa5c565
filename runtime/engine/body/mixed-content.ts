/**
 * Joins texts that have elements between them: `UN<b/>ION` is one string for many back ends (SimpleXML, Go, xml2js,
 * fast-xml-parser and `textContent` of the DOM), although each half is a value of its own.
 */
import { trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';

type OpenElement = {
  /** Number of pieces, and of those that are not blank, before the element. */
  readonly start: number;
  readonly textsBefore: number;
  /** The pieces directly in the element, and how many are not blank. */
  readonly own: ByteString[];
  ownTexts: number;
};

type Range = { readonly start: number; readonly end: number };

export type MixedContent = {
  /** All texts between two tags, blank ones included, in document order. */
  readonly pieces: ByteString[];
  /** Number of pieces that are not blank. */
  texts: number;
  readonly open: OpenElement[];
  /** What the text nodes of an element are together. */
  readonly joined: ByteString[];
  /** The pieces of elements with text of their own or selected, and text in elements; none of these elements is in another one. */
  readonly outermost: Range[];
};

export function newMixedContent(): MixedContent {
  return { pieces: [], texts: 0, open: [], joined: [], outermost: [] };
}

export function openMixed({ open, pieces, texts }: MixedContent): void {
  open.push({ start: pieces.length, textsBefore: texts, own: [], ownTexts: 0 });
}

/** Adds the text between two tags, with the white space around it. */
export function addMixedText(content: MixedContent, text: ByteString): void {
  const element = content.open.at(-1);
  if (element === undefined) return;
  content.pieces.push(text);
  element.own.push(text);
  if (trimSpace(text) === '') return;
  content.texts += 1;
  element.ownTexts += 1;
}

/** `isSelected`: a path selects the element itself, so that its `textContent` counts even without text of its own. */
export function closeMixed(content: MixedContent, isSelected = false): void {
  const { open, pieces, joined, outermost } = content;
  const element = open.pop();
  if (element === undefined) return;
  const { start, textsBefore, own, ownTexts } = element;
  if (ownTexts > 1) joined.push(trimSpace(own.join('')));
  const texts = content.texts - textsBefore;
  if (texts < 2 || texts === ownTexts || (ownTexts === 0 && !isSelected)) return;
  while ((outermost.at(-1)?.start ?? -1) >= start) outermost.pop();
  outermost.push({ start, end: pieces.length });
}

/** Returns the joined texts. Linear: each text is in at most two of them. */
export function joinedTexts({ joined, outermost, pieces }: MixedContent): readonly ByteString[] {
  const whole = outermost.map(({ start, end }) => trimSpace(pieces.slice(start, end).join('')));
  return [...joined, ...whole];
}
