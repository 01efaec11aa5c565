/** Decides whether an input carries script, as libinjection 4 does (docs/spec/libinjection.md#script-injection). */
import type { ByteString } from '../bytes/byte-string.ts';
import { type AttributeKind, attributeKind } from './html/attribute-kind.ts';
import {
  type HtmlScanner,
  type HtmlTokenType,
  newScanner,
  type StateName,
} from './html/scanner.ts';
import { isScriptUrl } from './html/script-url.ts';
import { isBannedTag } from './html/tag-name.ts';
import { nextHtmlToken } from './html/tokenizer.ts';

/** Where in a page the input may land. */
const startStates: readonly StateName[] = [
  'data',
  'beforeAttributeName',
  'attributeValueSingleQuoted',
  'attributeValueDoubleQuoted',
  'attributeValueBackQuoted',
];

/** The byte after `[if` or `xml` may be any. */
const activeComment = /^(?:(?:\[if|xml)[\s\S]|import|entity)/i;

/** Reads the bytes as HTML from every start state. Linear in the length of `value`. */
export function isXss(value: ByteString): boolean {
  // Every hit needs a tag, a comment or an attribute with a value; most request data has no such byte.
  if (!value.includes('<') && !value.includes('=')) return false;
  return startStates.some((state) => isHit(newScanner(value, state)));
}

function isHit(scanner: HtmlScanner): boolean {
  let kind: AttributeKind | undefined;
  for (let type = nextHtmlToken(scanner); type !== 'end'; type = nextHtmlToken(scanner)) {
    const text = scanner.input.slice(scanner.tokenStart, scanner.tokenEnd);
    if (isActive(type, text, kind)) return true;
    kind = type === 'attributeName' ? attributeKind(text) : undefined;
  }
  return false;
}

/** `kind` is that of the attribute name right before the token. */
function isActive(type: HtmlTokenType, text: ByteString, kind: AttributeKind | undefined): boolean {
  switch (type) {
    case 'doctype':
      return true;
    case 'tagName':
      return isBannedTag(text);
    case 'comment':
      return isActiveComment(text);
    case 'attributeValue':
      return isActiveValue(kind, text);
    case 'attributeName':
    case 'end':
      return false;
  }
}

function isActiveValue(kind: AttributeKind | undefined, value: ByteString): boolean {
  switch (kind) {
    case 'banned':
      return true;
    case 'url':
      return isScriptUrl(value);
    case 'indirect':
      return attributeKind(value) !== undefined;
    case undefined:
      return false;
  }
}

/** Comments that old versions of Internet Explorer acted on. */
function isActiveComment(text: ByteString): boolean {
  return text.includes('`') || activeComment.test(text);
}
