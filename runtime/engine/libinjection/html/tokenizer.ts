/** Runs the HTML states from a start state, one token at a time (docs/spec/libinjection.md#html-states). */
import {
  afterAttributeName,
  attributeName,
  attributeValueBackQuoted,
  attributeValueDoubleQuoted,
  attributeValueSingleQuoted,
  attributeValueUnquoted,
  beforeAttributeName,
  beforeAttributeValue,
} from './attribute-states.ts';
import { bogusComment, comment, markupDeclaration, percentComment } from './comment-states.ts';
import type { HtmlScanner, HtmlTokenType, StateName } from './scanner.ts';
import { data, endTagOpen, selfClosing, tagEnd, tagName, tagOpen } from './tag-states.ts';

/** A state consumes bytes and selects the next state; it returns the token that it found, if any. */
type State = (scanner: HtmlScanner) => HtmlTokenType | undefined;

const states: Readonly<Record<StateName, State>> = {
  data,
  tagOpen,
  endTagOpen,
  tagName,
  tagEnd,
  selfClosing,
  beforeAttributeName,
  attributeName,
  afterAttributeName,
  beforeAttributeValue,
  attributeValueSingleQuoted,
  attributeValueDoubleQuoted,
  attributeValueBackQuoted,
  attributeValueUnquoted,
  markupDeclaration,
  bogusComment,
  percentComment,
  comment,
  done: () => 'end',
};

/** Returns the type of the next token, with its bytes from `tokenStart` to `tokenEnd`; 'end' when there is none. */
export function nextHtmlToken(scanner: HtmlScanner): HtmlTokenType {
  for (;;) {
    const token = states[scanner.state](scanner);
    if (token !== undefined) return token;
  }
}
