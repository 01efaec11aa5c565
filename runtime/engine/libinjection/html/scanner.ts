/** The state that all HTML states share: the position in the input and the last token. */
import type { ByteString } from '../../bytes/byte-string.ts';

/** Names are those of the tokenizer states of the HTML standard where one corresponds. */
export type StateName =
  | 'data'
  | 'tagOpen'
  | 'endTagOpen'
  | 'tagName'
  | 'tagEnd'
  | 'selfClosing'
  | 'beforeAttributeName'
  | 'attributeName'
  | 'afterAttributeName'
  | 'beforeAttributeValue'
  | 'attributeValueSingleQuoted'
  | 'attributeValueDoubleQuoted'
  | 'attributeValueBackQuoted'
  | 'attributeValueUnquoted'
  | 'markupDeclaration'
  | 'bogusComment'
  | 'percentComment'
  | 'comment'
  | 'done';

/** Text and the ends of tags are no tokens, because they never decide the verdict. */
export type HtmlTokenType =
  | 'tagName'
  | 'attributeName'
  | 'attributeValue'
  | 'comment'
  | 'doctype'
  /** The end of the input, or of the run. */
  | 'end';

export type HtmlScanner = {
  readonly input: ByteString;
  position: number;
  state: StateName;
  /** A `</` was read; stays set until a state resets it, possibly several tags later. */
  isClosing: boolean;
  /** The position of the last token. */
  tokenStart: number;
  tokenEnd: number;
};

export function newScanner(input: ByteString, state: StateName): HtmlScanner {
  return { input, position: 0, state, isClosing: false, tokenStart: 0, tokenEnd: 0 };
}

/** Continues at `position` in `state`, without a token. */
export function goTo(scanner: HtmlScanner, position: number, state: StateName): undefined {
  scanner.position = position;
  scanner.state = state;
}

/** Makes the bytes from the position to `end` a token, then continues at `resume` in `state`. */
export function emit(
  scanner: HtmlScanner,
  type: HtmlTokenType,
  end: number,
  resume: number,
  state: StateName,
): HtmlTokenType {
  scanner.tokenStart = scanner.position;
  scanner.tokenEnd = end;
  goTo(scanner, resume, state);
  return type;
}

/** Makes the rest of the input the last token of the run. */
export function emitRest(scanner: HtmlScanner, type: HtmlTokenType): HtmlTokenType {
  const { length } = scanner.input;
  return emit(scanner, type, length, length, 'done');
}
