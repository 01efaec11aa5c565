/**
 * All problems that parsing can report, one function each. The codes are part of the public interface, the wording is
 * not.
 */
import { error, notice, type Problem, warning } from '../diagnostics.ts';

export const openContinuation = (): Problem =>
  error(
    'open-continuation',
    'The file ends inside a directive.',
    'Remove the backslash, or add the lines that should follow it.',
  );
export const commentContinuation = (): Problem => ({
  ...warning(
    'comment-continuation',
    'A comment does not continue on the next line: the directive below is in force.',
    'ModSecurity takes the next line as part of the comment. Remove the backslash.',
  ),
  fix: { from: '\\', to: '' },
});
export const continuedComment = (): Problem =>
  notice(
    'continued-comment',
    'The rule in this comment goes on below: the lines that continue it are comment as well.',
    'Coraza reads them as directives. Put a # before each line.',
  );
export const badDirectiveName = (): Problem =>
  error(
    'bad-directive-name',
    'A directive name is expected here.',
    'A directive that goes on over several lines needs a backslash at the end of each but the last.',
  );
/** Reports a missing backslash. `last` is the byte after which it belongs. */
export const missingBackslash = (last: string): Problem => ({
  ...error(
    'missing-backslash',
    'The directive goes on below, and this line does not end in a backslash.',
    'Each of its lines but the last needs one.',
  ),
  fix: { from: last, to: last === ',' ? ',\\' : `${last} \\` },
});
export const strayBackslash = (): Problem => ({
  ...error(
    'stray-backslash',
    'The directive ends here, and this backslash runs the next one into it.',
    'Remove it: the last line of a directive has none.',
  ),
  fix: { from: '\\', to: '' },
});
export const missingArgument = (expected: string): Problem =>
  error('missing-argument', `The directive ends where ${expected} should stand.`);
export const unexpectedText = (expected: string, found: string): Problem =>
  error(
    'unexpected-text',
    `Expected ${expected}, found ${found.trim() === '' ? 'a blank' : `\`${found}\``}.`,
  );
export const textAfterDirective = (): Problem =>
  error('text-after-directive', 'The directive is complete: nothing may follow here.');
export const trailingComment = (comment: string): Problem => ({
  ...error(
    'trailing-comment',
    'A comment cannot follow a directive on its line.',
    'Put it on a line of its own, or put quotes around an argument that starts with #.',
  ),
  fix: { from: comment, to: `\n${comment}` },
});
export const unclosedQuote = (): Problem =>
  error(
    'unclosed-quote',
    'This quote is never closed.',
    'Inside a string it is written with a backslash before it; the lines of a directive end in a backslash.',
  );
export const unclosedPattern = (): Problem =>
  error(
    'unclosed-pattern',
    'The regular expression of this selector has no closing slash.',
    'A slash inside is written \\/. A list with blanks in it needs double quotes around.',
  );
export const missingSelector = (): Problem =>
  error(
    'missing-selector',
    'Nothing follows the colon.',
    'Remove it to inspect the whole collection.',
  );
export const missingOperatorName = (): Problem =>
  error('missing-operator-name', 'The operator has no name after the @.');
export const blankBeforeOperator = (): Problem =>
  warning(
    'blank-before-operator',
    'After a blank the @ does not name an operator: this is a regular expression for @rx.',
    'Remove the blank before the @, or write @rx to say so.',
  );
export const missingAction = (): Problem => ({
  ...error('missing-action', 'There is no action at this comma.', 'Remove the comma.'),
  fix: { from: ',', to: '' },
});
export const unquotedActions = (): Problem =>
  error(
    'unquoted-actions',
    'The action list must stand in double quotes.',
    'Either it has no quotes, or the quotes before it do not pair up: inside quotes " is written \\".',
  );
export const bareAction = (): Problem =>
  warning(
    'bare-action',
    'The action stands without double quotes.',
    'Here and in ModSecurity one word needs none. Coraza does not load the rule.',
  );
export const unclosedDataset = (): Problem =>
  error(
    'unclosed-dataset',
    'The lines of this data set are never closed.',
    'The closing backtick is the first character of its own line.',
  );
