/** What the HTML states share: the position in the input and the token found last. */
import type { ByteString } from '../../bytes/byte-string.ts';

/** Named after the tokenizer states of the HTML standard where one corresponds. */
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

/** Text and the ends of tags are no tokens: nothing in them decides. */
export type HtmlTokenType =
  | 'tagName'
  | 'attributeName'
  | 'attributeValue'
  | 'comment'
  | 'doctype'
  /** The run is over. */
  | 'end';

export type HtmlScanner = {
  readonly input: ByteString;
  position: number;
  state: StateName;
  /** A `</` was met; survives until a state resets it, which may be tags later. */
  isClosing: boolean;
  /** The bytes of the token handed out last. */
  tokenStart: number;
  tokenEnd: number;
};

export function newScanner(input: ByteString, state: StateName): HtmlScanner {
  return { input, position: 0, state, isClosing: false, tokenStart: 0, tokenEnd: 0 };
}

/** Goes on at `position` in `state`, without a token. */
export function goTo(scanner: HtmlScanner, position: number, state: StateName): undefined {
  scanner.position = position;
  scanner.state = state;
}

/** Makes the bytes from the position to `end` a token, then goes on at `resume` in `state`. */
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

/** Makes the rest of the input a token, the last one of the run. */
export function emitRest(scanner: HtmlScanner, type: HtmlTokenType): HtmlTokenType {
  const { length } = scanner.input;
  return emit(scanner, type, length, length, 'done');
}
