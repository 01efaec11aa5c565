/** Codes of files, lines and directives. */
import { type CodeRow, code } from './code.ts';

export const textCodes: readonly CodeRow[] = [
  // Files and lines
  code(
    'missing-file',
    'A rule file that the profile, the command line or an Include names cannot be read.',
  ),
  code(
    'incomplete-set',
    'Files that the command line or an editor names, without SecRuleEngine among them, need what the rest of their set has: variables, markers, rules, default actions. That is said once, and not as so many mistakes.',
  ),
  code('no-file-matches', 'A pattern such as rules/*.conf matches no file.'),
  code('repeated-file', 'A file with rules is named twice, or by a pattern and by its name.'),
  code('include-too-deep', 'Files include each other without end.'),
  code(
    'open-continuation',
    'The last line of the file ends in a backslash, so its directive is not complete.',
  ),
  code(
    'comment-continuation',
    'A comment ends in a backslash. Here the next line is in force; ModSecurity takes it as part of the comment.',
  ),
  code(
    'continued-comment',
    'A rule is commented out by a # before its first line, which ends in a backslash. The lines that continue it are comment as well, as in ModSecurity; for Coraza they are not.',
  ),
  code(
    'blank-after-backslash',
    'Blanks follow the backslash at the end of a line. The directive goes on below, as in Coraza; ModSecurity does not load the file.',
  ),
  code(
    'missing-backslash',
    'A line of a directive does not end in a backslash, and the next line goes on with the directive. Other engines end the directive there.',
  ),
  code(
    'stray-backslash',
    'The last line of a directive ends in a backslash, also before an empty line: the next directive becomes part of it.',
  ),
  code(
    'bad-directive-name',
    'A line does not start with the name of a directive. Mostly the line before it lacks its backslash.',
  ),
  code('missing-argument', 'A directive ends before it is complete.'),
  code('unexpected-text', 'Something else stands where the grammar asks for a certain part.'),
  code('text-after-directive', 'Something follows a directive that is already complete.'),
  code(
    'trailing-comment',
    'A comment stands behind a directive. Comments have lines of their own.',
  ),
  code('unclosed-quote', 'A quote is opened and not closed before the directive ends.'),
  code('unclosed-pattern', 'The expression of a selector such as ARGS:/^x/ has no closing slash.'),
  code('unclosed-dataset', 'The backtick that closes a SecDataset is missing.'),
  code('unquoted-actions', 'The action list of a rule does not stand in double quotes.'),
  code(
    'bare-action',
    'A single action stands without double quotes, as ModSecurity takes it. Coraza does not.',
  ),
  code(
    'missing-action',
    'Two commas follow each other in an action list, or one stands at its end.',
  ),
  // Directives
  code('unknown-directive', 'No directive has this name.'),
  code(
    'refused-directive',
    'The directive is known from other engines and not supported here. The hint says why.',
  ),
  code(
    'ignored-directive',
    'The directive is accepted, so that shared configuration can be used, and changes nothing.',
  ),
  code('bad-directive-argument', 'The value of a directive is none of those it takes.'),
  code(
    'missing-code-page',
    'The code page of t:urlDecodeUni is neither 20127 nor in the file of SecUnicodeMapFile.',
  ),
  code('bad-map-entry', 'The file of SecUnicodeMapFile has an entry that cannot be read.'),
  code(
    'bad-default-action',
    'A SecDefaultAction lacks its phase or its verdict, or has what only a rule can have.',
  ),
  code(
    'second-default-action',
    'Two SecDefaultAction name the same phase. Rules start from the last one before them; libmodsecurity does not load the second.',
  ),
  code(
    'no-such-rule',
    'A SecRuleRemove or SecRuleUpdate selects no rule that is loaded before it, so it changes nothing.',
  ),
  code('bad-rule-range', 'A list of rule ids holds something that is neither an id nor a range.'),
];
