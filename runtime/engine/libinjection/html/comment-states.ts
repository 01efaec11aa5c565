/** The states after `<!`, `<?` and `<%` (docs/spec/libinjection.md#html-states). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { emit, emitRest, goTo, type HtmlScanner, type HtmlTokenType } from './scanner.ts';

const cdataOpen = '[CDATA[';

export function markupDeclaration(scanner: HtmlScanner): HtmlTokenType | undefined {
  const { input, position } = scanner;
  if (input.slice(position, position + 7).toLowerCase() === 'doctype') {
    return emitUpTo(scanner, 'doctype', '>');
  }
  if (input.startsWith('--', position)) return goTo(scanner, position + 2, 'comment');
  if (!input.startsWith(cdataOpen, position)) return goTo(scanner, position, 'bogusComment');
  const close = input.indexOf(']]>', position + cdataOpen.length);
  return close === -1 ? 'end' : goTo(scanner, close + 3, 'data');
}

function emitUpTo(scanner: HtmlScanner, type: HtmlTokenType, closer: ByteString): HtmlTokenType {
  const close = scanner.input.indexOf(closer, scanner.position);
  return close === -1
    ? emitRest(scanner, type)
    : emit(scanner, type, close, close + closer.length, 'data');
}

export function bogusComment(scanner: HtmlScanner): HtmlTokenType {
  return emitUpTo(scanner, 'comment', '>');
}

/** Scans `<% ... %>`, which old browsers treated as a comment. */
export function percentComment(scanner: HtmlScanner): HtmlTokenType {
  return emitUpTo(scanner, 'comment', '%>');
}

/** Scans a comment. It ends at a dash, any number of NULs, a `-` or `!`, then `>`; `-->` is the usual form. */
export function comment(scanner: HtmlScanner): HtmlTokenType {
  const { input } = scanner;
  let dash = input.indexOf('-', scanner.position);
  while (dash !== -1) {
    let at = dash + 1;
    while (input[at] === '\0') at++;
    if ((input[at] === '-' || input[at] === '!') && input[at + 1] === '>') {
      return emit(scanner, 'comment', dash, at + 2, 'data');
    }
    dash = input.indexOf('-', dash + 1);
  }
  return emitRest(scanner, 'comment');
}
