/** The states from text through a tag name to the end of the tag (docs/spec/libinjection.md#html-states). */
import { endBefore } from '../byte-set.ts';
import { letters, tagNameStops } from './html-bytes.ts';
import { emit, emitRest, goTo, type HtmlScanner, type HtmlTokenType } from './scanner.ts';

export function data(scanner: HtmlScanner): HtmlTokenType | undefined {
  const open = scanner.input.indexOf('<', scanner.position);
  return open === -1 ? 'end' : goTo(scanner, open + 1, 'tagOpen');
}

export function tagOpen(scanner: HtmlScanner): HtmlTokenType | undefined {
  const { input, position } = scanner;
  switch (input[position]) {
    case undefined:
      return 'end';
    case '!':
      return goTo(scanner, position + 1, 'markupDeclaration');
    case '/':
      scanner.isClosing = true;
      return goTo(scanner, position + 1, 'endTagOpen');
    case '?':
      return goTo(scanner, position + 1, 'bogusComment');
    case '%':
      return goTo(scanner, position + 1, 'percentComment');
    case '\0':
      return goTo(scanner, position, 'tagName');
    default:
      return goTo(scanner, position, isAtLetter(scanner) ? 'tagName' : 'data');
  }
}

export function endTagOpen(scanner: HtmlScanner): HtmlTokenType | undefined {
  const { input, position } = scanner;
  if (position === input.length) return 'end';
  if (input[position] === '>') return goTo(scanner, position, 'data');
  if (isAtLetter(scanner)) return goTo(scanner, position, 'tagName');
  scanner.isClosing = false;
  return goTo(scanner, position, 'bogusComment');
}

function isAtLetter({ input, position }: HtmlScanner): boolean {
  return letters[input.charCodeAt(position)] === 1;
}

/** Scans a tag name. A closing tag with something after its name counts as an opening tag, as in the reference. */
export function tagName(scanner: HtmlScanner): HtmlTokenType | undefined {
  const { input, position } = scanner;
  const end = endBefore(input, position, tagNameStops);
  switch (input[end]) {
    case undefined:
      return emitRest(scanner, 'tagName');
    case '/':
      return emit(scanner, 'tagName', end, end + 1, 'selfClosing');
    case '>':
      if (!scanner.isClosing) return emit(scanner, 'tagName', end, end, 'tagEnd');
      scanner.isClosing = false;
      return goTo(scanner, end + 1, 'data');
    default:
      return emit(scanner, 'tagName', end, end + 1, 'beforeAttributeName');
  }
}

/** Ends a tag at its `>`. */
export function tagEnd(scanner: HtmlScanner): undefined {
  scanner.isClosing = false;
  return goTo(scanner, scanner.position + 1, 'data');
}

/** Handles the byte after a `/` in a tag. */
export function selfClosing(scanner: HtmlScanner): HtmlTokenType | undefined {
  const { input, position } = scanner;
  if (position === input.length) return 'end';
  return input[position] === '>'
    ? goTo(scanner, position + 1, 'data')
    : goTo(scanner, position, 'beforeAttributeName');
}
