/**
 * All problems that parsing can report, one function each. The codes are part of the public interface, the wording is
 * not.
 */
import { error, type Fix, notice, type Problem, warning } from '../diagnostics.ts';

/** `fix` has the text from this carriage return on, and the same text with LF instead. */
export const carriageReturn = (fix: Fix): Problem => ({
  ...error(
    'carriage-return',
    'A carriage return alone does not end a line: the directive after it is part of this line.',
    'Save the file with LF or CRLF at the ends of its lines.',
  ),
  fix,
});
export const openContinuation = (): Problem =>
  error(
    'open-continuation',
    'The file ends inside a directive.',
    'Remove the backslash, or add the lines that should follow it.',
  );
export const commentContinuation = (): Problem => ({
  ...warning(
    'comment-continuation',
    'A comment does not continue on the next line: the next directive is in force.',
    'ModSecurity reads the next line as part of the comment. Remove the backslash.',
  ),
  fix: { from: '\\', to: '' },
});
export const continuedComment = (): Problem =>
  notice(
    'continued-comment',
    'The rule in this comment continues on the next line: the continuation lines are comments too.',
    'Coraza reads them as directives. Put a # before each of them.',
  );
export const badDirectiveName = (found: string): Problem =>
  error('bad-directive-name', 'Expected a directive name.', badNameHint(found));
function badNameHint(found: string): string {
  // UTF-16 has a zero byte in each letter of ASCII.
  if (/[^\0]\0[^\0]\0/.test(found)) return 'The file seems to be in UTF-16: save it as UTF-8.';
  if (found.includes('\0')) return 'Remove the zero byte.';
  return /^<\/?[a-z]/i.test(found)
    ? 'Sections of Apache are not read. Remove the line; what is in the section then always applies.'
    : 'If this line continues the previous one, end that one with a backslash.';
}
/** Reports a missing backslash. `last` is the byte after which it belongs. */
export const missingBackslash = (last: string): Problem => ({
  ...error(
    'missing-backslash',
    'The directive continues on the next line, but this line does not end with a backslash.',
    'End every line of a directive except the last with a backslash.',
  ),
  fix: { from: last, to: last === ',' ? ',\\' : `${last} \\` },
});
export const strayBackslash = (): Problem => ({
  ...error(
    'stray-backslash',
    'The directive ends here, but this backslash joins the next directive to it.',
    'Remove the backslash: the last line of a directive has none.',
  ),
  fix: { from: '\\', to: '' },
});
export const missingArgument = (expected: string): Problem =>
  error('missing-argument', `Expected ${expected}, but the directive ends here.`);
export const unexpectedText = (expected: string, found: string, hint?: string): Problem =>
  error(
    'unexpected-text',
    `Expected ${expected}, found ${found.trim() === '' ? 'a blank' : `\`${found}\``}.`,
    hint,
  );
/** `isInside`: the text directly follows a quote, which was probably meant as part of an argument. */
export const textAfterDirective = (isInside: boolean): Problem =>
  error(
    'text-after-directive',
    'Unexpected text after the end of the directive.',
    isInside
      ? 'The quote before it ends the argument. Inside quotes, write \\" for ".'
      : 'Put an argument with blanks in quotes.',
  );
export const trailingComment = (comment: string): Problem => ({
  ...error(
    'trailing-comment',
    'A comment cannot follow a directive on the same line.',
    'Put the comment on its own line, or quote an argument that starts with #.',
  ),
  fix: { from: comment, to: `\n${comment}` },
});
/** `isKey`: the quote is one around the key of a target. */
export const unclosedQuote = (isKey = false): Problem =>
  error(
    'unclosed-quote',
    'This quote is never closed.',
    isKey
      ? 'Close it, and put double quotes around a list that contains blanks.'
      : 'Put a backslash before a quote inside a string, and at the end of each line that continues.',
  );
export const unclosedPattern = (): Problem =>
  error(
    'unclosed-pattern',
    'The regular expression of this selector has no closing slash.',
    'Write \\/ for a slash in the expression. Put double quotes around a list that contains blanks.',
  );
export const missingSelector = (): Problem =>
  error(
    'missing-selector',
    'Expected a selector after the colon.',
    'Remove the colon to inspect the whole collection.',
  );
export const missingOperatorName = (): Problem =>
  error(
    'missing-operator-name',
    'Expected the name of an operator after the @.',
    'Write the name directly after the @, for example @rx.',
  );
export const blankBeforeOperator = (): Problem =>
  warning(
    'blank-before-operator',
    'An @ after a blank does not name an operator: this argument is a regular expression for @rx.',
    'Remove the blank before the @, or write @rx if an expression is intended.',
  );
export const missingAction = (): Problem => ({
  ...error('missing-action', 'Expected an action at this comma.', 'Remove the comma.'),
  fix: { from: ',', to: '' },
});
export const unquotedActions = (): Problem =>
  error(
    'unquoted-actions',
    'The action list must be in double quotes.',
    'Add the quotes, or balance those before it: inside quotes, write \\" for ".',
  );
export const bareAction = (): Problem =>
  warning(
    'bare-action',
    'The action is not in double quotes.',
    'Portcullis and ModSecurity accept a single word without them. Coraza does not load the rule.',
  );
export const unclosedDataset = (): Problem =>
  error(
    'unclosed-dataset',
    'This data set is never closed.',
    'Close it with a backtick as the first character of its own line.',
  );
