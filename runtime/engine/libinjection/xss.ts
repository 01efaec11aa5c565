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
import { isFurther, type SharedPrefix } from './shared-prefix.ts';

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

/** A point of a run, between two tokens. `kind`: as `isActive` takes it. */
export type HtmlPass = Pick<HtmlScanner, 'position' | 'state' | 'isClosing'> & {
  readonly kind: AttributeKind | undefined;
};

/**
 * Returns whether the bytes, read as HTML from some start state, contain script. Linear in the length of `value`. `prefix`: of
 * what the value begins with and `mayContinue` its rest.
 */
export function isXss(value: ByteString, prefix?: SharedPrefix<HtmlPass>): boolean {
  // Every hit needs a tag, a comment or an attribute with a value; most request data contain neither byte.
  if (!value.includes('<') && !value.includes('=')) return false;
  return startStates.some((state) => isHit(value, state, prefix));
}

function isHit(
  value: ByteString,
  start: StateName,
  prefix: SharedPrefix<HtmlPass> | undefined,
): boolean {
  const known = prefix?.passes.get(start);
  const scanner = newScanner(value, known?.state ?? start);
  scanner.position = known?.position ?? 0;
  scanner.isClosing = known?.isClosing ?? false;
  let kind = known?.kind;
  for (let type = nextHtmlToken(scanner); type !== 'end'; type = nextHtmlToken(scanner)) {
    const text = scanner.input.slice(scanner.tokenStart, scanner.tokenEnd);
    if (isActive(type, text, kind)) return true;
    kind = type === 'attributeName' ? attributeKind(text) : undefined;
    if (prefix === undefined || !isFurther(prefix, start, scanner.position)) continue;
    const { position, state, isClosing } = scanner;
    prefix.passes.set(start, { position, state, isClosing, kind });
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
