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
    'The command line or an editor names some files of a rule set, without SecRuleEngine, that need definitions of the others: variables, markers, rules, default actions. This is reported once, instead of an error for each.',
  ),
  code('no-file-matches', 'A pattern such as rules/*.conf matches no file.'),
  code('repeated-file', 'A rule file is named twice, or by a pattern and by its name.'),
  code('include-too-deep', 'Files include each other in a cycle, or in too many levels.'),
  code(
    'carriage-return',
    'A directive follows a carriage return without a line feed, which ends no line: it is part of the line before, perhaps of a comment.',
  ),
  code(
    'open-continuation',
    'The last line of the file ends with a backslash, so its directive is incomplete.',
  ),
  code(
    'comment-continuation',
    'A comment ends with a backslash. In Portcullis the next line is in force; ModSecurity reads it as part of the comment.',
  ),
  code(
    'continued-comment',
    'A # before the first line of a rule, which ends with a backslash, comments the whole rule out, as in ModSecurity; Coraza reads the other lines as directives.',
  ),
  code(
    'blank-after-backslash',
    'Blanks follow the backslash at the end of a line. The directive continues on the next line, as in Coraza; ModSecurity does not load the file.',
  ),
  code(
    'missing-backslash',
    'A line of a directive does not end with a backslash, but the next line continues the directive. Other engines end the directive there.',
  ),
  code(
    'stray-backslash',
    'The last line of a directive ends with a backslash, perhaps before an empty line: the next directive becomes part of it.',
  ),
  code(
    'bad-directive-name',
    'A line does not start with the name of a directive. Usually the previous line lacks its backslash.',
  ),
  code('missing-argument', 'A directive is incomplete.'),
  code('unexpected-text', 'The grammar expects something else here.'),
  code('text-after-directive', 'Text follows a complete directive.'),
  code(
    'trailing-comment',
    'A comment follows a directive on the same line. Comments need their own lines.',
  ),
  code('unclosed-quote', 'A quote is not closed before the directive ends.'),
  code('unclosed-pattern', 'The expression of a selector such as ARGS:/^x/ has no closing slash.'),
  code('unclosed-dataset', 'The backtick that closes a SecDataset is missing.'),
  code('unquoted-actions', 'The action list of a rule is not in double quotes.'),
  code(
    'bare-action',
    'A single action is not in double quotes, which ModSecurity accepts and Coraza does not.',
  ),
  code('missing-action', 'An action list has two commas in a row, or one at its end.'),
  // Directives
  code('unknown-directive', 'No directive has this name.'),
  code(
    'refused-directive',
    'Other engines have this directive, but Portcullis does not support it. The hint says why.',
  ),
  code(
    'ignored-directive',
    'The directive is accepted, so that existing configuration can be used, but has no effect.',
  ),
  code('bad-directive-argument', 'The value of a directive is not one that the directive accepts.'),
  code(
    'missing-code-page',
    'The code page of t:urlDecodeUni is neither 20127 nor in the file of SecUnicodeMapFile.',
  ),
  code('bad-map-entry', 'The file of SecUnicodeMapFile has a malformed entry.'),
  code(
    'bad-default-action',
    'A SecDefaultAction has no phase or verdict, or an action that only a rule can have.',
  ),
  code(
    'second-default-action',
    'Two SecDefaultAction name the same phase. Rules use the last one before them; libmodsecurity does not load the second.',
  ),
  code(
    'no-such-rule',
    'A SecRuleRemove or SecRuleUpdate selects no rule that is loaded before it, so it has no effect.',
  ),
  code(
    'bad-rule-range',
    'A list of rule ids contains something that is neither an id nor a range.',
  ),
];
