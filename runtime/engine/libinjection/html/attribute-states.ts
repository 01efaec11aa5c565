/** The states inside a tag, after its name (docs/spec/libinjection.md#html-states). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { endBefore, endOfRun } from '../byte-set.ts';
import { attributeNameStops, blanks, unquotedValueStops } from './html-bytes.ts';
import { emit, emitRest, goTo, type HtmlScanner, type HtmlTokenType } from './scanner.ts';

/** Skips blanks and returns the next byte; undefined at the end. Like the reference, it treats a byte 0xFF as the end. */
function nextByte(scanner: HtmlScanner): ByteString | undefined {
  const { input } = scanner;
  scanner.position = endOfRun(input, scanner.position, blanks);
  const byte = input[scanner.position];
  return byte === '\xff' ? undefined : byte;
}

export function beforeAttributeName(scanner: HtmlScanner): HtmlTokenType | undefined {
  switch (nextByte(scanner)) {
    case undefined:
      return 'end';
    case '/':
      return goTo(scanner, scanner.position + 1, 'selfClosing');
    case '>':
      return goTo(scanner, scanner.position + 1, 'data');
    default:
      return goTo(scanner, scanner.position, 'attributeName');
  }
}

/** The first byte belongs to the name, even if it is `=`. */
export function attributeName(scanner: HtmlScanner): HtmlTokenType {
  const { input, position } = scanner;
  const end = endBefore(input, position + 1, attributeNameStops);
  switch (input[end]) {
    case undefined:
      return emitRest(scanner, 'attributeName');
    case '/':
      return emit(scanner, 'attributeName', end, end + 1, 'selfClosing');
    case '=':
      return emit(scanner, 'attributeName', end, end + 1, 'beforeAttributeValue');
    case '>':
      return emit(scanner, 'attributeName', end, end, 'tagEnd');
    default:
      return emit(scanner, 'attributeName', end, end + 1, 'afterAttributeName');
  }
}

export function afterAttributeName(scanner: HtmlScanner): HtmlTokenType | undefined {
  switch (nextByte(scanner)) {
    case undefined:
      return 'end';
    case '/':
      return goTo(scanner, scanner.position + 1, 'selfClosing');
    case '=':
      return goTo(scanner, scanner.position + 1, 'beforeAttributeValue');
    case '>':
      return goTo(scanner, scanner.position, 'tagEnd');
    default:
      return goTo(scanner, scanner.position, 'attributeName');
  }
}

export function beforeAttributeValue(scanner: HtmlScanner): HtmlTokenType | undefined {
  const byte = nextByte(scanner);
  const { position } = scanner;
  switch (byte) {
    case undefined:
      return 'end';
    case "'":
      return goTo(scanner, position + 1, 'attributeValueSingleQuoted');
    case '"':
      return goTo(scanner, position + 1, 'attributeValueDoubleQuoted');
    case '`':
      return goTo(scanner, position + 1, 'attributeValueBackQuoted');
    default:
      return goTo(scanner, position, 'attributeValueUnquoted');
  }
}

/** Scans the value after the opening quote; the blank that HTML requires after the closing quote may be missing. */
function quotedValue(scanner: HtmlScanner, quote: ByteString): HtmlTokenType {
  const close = scanner.input.indexOf(quote, scanner.position);
  return close === -1
    ? emitRest(scanner, 'attributeValue')
    : emit(scanner, 'attributeValue', close, close + 1, 'beforeAttributeName');
}

export function attributeValueSingleQuoted(scanner: HtmlScanner): HtmlTokenType {
  return quotedValue(scanner, "'");
}

export function attributeValueDoubleQuoted(scanner: HtmlScanner): HtmlTokenType {
  return quotedValue(scanner, '"');
}

export function attributeValueBackQuoted(scanner: HtmlScanner): HtmlTokenType {
  return quotedValue(scanner, '`');
}

export function attributeValueUnquoted(scanner: HtmlScanner): HtmlTokenType {
  const { input, position } = scanner;
  const end = endBefore(input, position, unquotedValueStops);
  if (end === input.length) return emitRest(scanner, 'attributeValue');
  return input[end] === '>'
    ? emit(scanner, 'attributeValue', end, end, 'tagEnd')
    : emit(scanner, 'attributeValue', end, end + 1, 'beforeAttributeName');
}
