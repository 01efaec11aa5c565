/** Decides whether an input contains script, as libinjection 4 does (docs/spec/libinjection.md#script-injection). */
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

/** The states in which HTML may be when the input begins. */
const startStates: readonly StateName[] = [
  'data',
  'beforeAttributeName',
  'attributeValueSingleQuoted',
  'attributeValueDoubleQuoted',
  'attributeValueBackQuoted',
];

/** The byte after `[if` or `xml` may be any. */
const activeComment = /^(?:(?:\[if|xml)[\s\S]|import|entity)/i;

/** Returns whether the bytes, read as HTML from some start state, contain script. Linear in the length of `value`. */
export function isXss(value: ByteString): boolean {
  // Every hit needs a tag, a comment or an attribute with a value; most request data contain neither byte.
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

/** Returns whether the token can run script. `kind`: that of the attribute name directly before it. */
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

/** Returns whether old versions of Internet Explorer would evaluate the comment. */
function isActiveComment(text: ByteString): boolean {
  return text.includes('`') || activeComment.test(text);
}
