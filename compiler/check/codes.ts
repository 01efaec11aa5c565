/** Every code that a check can report and what it means; docs/codes/ is made from this table. */

export type Code = {
  /** What is wrong and what comes of it. */
  readonly meaning: string;
  /** Silent unless an option asks for it. */
  readonly isOff: boolean;
  /** Only a finding when every profile that reads the file has it. */
  readonly inEveryProfile: boolean;
};

const code = (meaning: string): Code => ({ meaning, isOff: false, inEveryProfile: false });
const everywhere = (row: Code): Code => ({ ...row, inEveryProfile: true });
const silent = (row: Code): Code => ({ ...row, isOff: true });

export const codes: ReadonlyMap<string, Code> = new Map([
  // Files and lines
  [
    'missing-file',
    code('A rule file that the profile, the command line or an Include names cannot be read.'),
  ],
  ['no-file-matches', code('A pattern such as rules/*.conf matches no file.')],
  ['repeated-file', code('A file with rules is named twice, or by a pattern and by its name.')],
  ['include-too-deep', code('Files include each other without end.')],
  [
    'open-continuation',
    code('The last line of the file ends in a backslash, so its directive is not complete.'),
  ],
  [
    'comment-continuation',
    code(
      'A comment ends in a backslash. Here the next line is in force; ModSecurity takes it as part of the comment.',
    ),
  ],
  [
    'bad-directive-name',
    code(
      'A line does not start with the name of a directive. Mostly the line before it lacks its backslash.',
    ),
  ],
  ['missing-argument', code('A directive ends before it is complete.')],
  ['unexpected-text', code('Something else stands where the grammar asks for a certain part.')],
  ['text-after-directive', code('Something follows a directive that is already complete.')],
  [
    'trailing-comment',
    code('A comment stands behind a directive. Comments have lines of their own.'),
  ],
  ['unclosed-quote', code('A quote is opened and not closed before the directive ends.')],
  [
    'unclosed-pattern',
    code('The expression of a selector such as ARGS:/^x/ has no closing slash.'),
  ],
  ['unclosed-dataset', code('The backtick that closes a SecDataset is missing.')],
  ['unquoted-actions', code('The action list of a rule does not stand in double quotes.')],
  [
    'missing-action',
    code('Two commas follow each other in an action list, or one stands at its end.'),
  ],
  // Directives
  ['unknown-directive', code('No directive has this name.')],
  [
    'refused-directive',
    code('The directive is known from other engines and not supported here. The hint says why.'),
  ],
  [
    'ignored-directive',
    code(
      'The directive is accepted, so that shared configuration can be used, and changes nothing.',
    ),
  ],
  ['bad-directive-argument', code('The value of a directive is none of those it takes.')],
  [
    'bad-default-action',
    code('A SecDefaultAction lacks its phase or its verdict, or has what only a rule can have.'),
  ],
  [
    'no-such-rule',
    code(
      'A SecRuleRemove or SecRuleUpdate selects no rule that is loaded before it, so it changes nothing.',
    ),
  ],
  ['bad-rule-range', code('A list of rule ids holds something that is neither an id nor a range.')],
  // Targets
  ['unknown-variable', code('No variable has this name.')],
  [
    'refused-variable',
    code('The variable is known from other engines and cannot be filled in a reverse proxy.'),
  ],
  ['selector-on-scalar', code('A selector such as :name follows a variable that holds one value.')],
  ['missing-selector', code('A colon follows a variable and nothing follows the colon.')],
  ['bad-selector', code('The selector of a target cannot be read.')],
  ['no-targets', code('All targets of a rule are excluded again, so it inspects nothing.')],
  [
    'stray-exclusion',
    code('An exclusion such as !ARGS:x stands in a list without ARGS, so it excludes nothing.'),
  ],
  [
    'early-exclusion',
    code('An exclusion stands before its target. It holds here, and Coraza ignores it.'),
  ],
  [
    'early-variable',
    code(
      'A target is filled in a later phase than the rule runs in, so the rule sees nothing there.',
    ),
  ],
  // Operators
  ['unknown-operator', code('No operator has this name.')],
  [
    'refused-operator',
    code('The operator is known from other engines and not supported here. The hint says why.'),
  ],
  [
    'skipped-operator',
    code(
      'The operator asks somebody who may not know either, so that rules live without its answer: the rule or chain is left out. The hint says why.',
    ),
  ],
  ['missing-operator-name', code('An @ stands without the name of an operator.')],
  [
    'blank-before-operator',
    code('A blank before the @ makes an expression of what was meant as an operator.'),
  ],
  [
    'bad-operator-argument',
    code(
      'The operator cannot use its argument: an address, a range, a template that cannot be read.',
    ),
  ],
  ['bad-number', code('An operator that compares numbers is given a text, which counts as 0.')],
  ['missing-data-file', code('The file of @pmFromFile or @ipMatchFromFile cannot be read.')],
  ['empty-data-file', code('The file of @pmFromFile holds no phrase, so the rule never matches.')],
  ['unknown-dataset', code('No SecDataset of this name stands before the rule.')],
  [
    'double-blank',
    code(
      'Two blanks separate phrases of @pm. Coraza sees an empty phrase between them, which matches everything.',
    ),
  ],
  ['bad-regex', code('The regular expression cannot be read.')],
  [
    'non-regular-regex',
    code(
      'A back-reference or an atomic group cannot be matched in time linear in the input, so it is refused.',
    ),
  ],
  [
    'backtracking-regex',
    code(
      'SecPcreMatchLimit lets expressions with back-references through: they are matched step by step, and at the limit the request is refused with 503. Everything else stays linear.',
    ),
  ],
  [
    'exponential-regex',
    code(
      'Engines that backtrack (PCRE, V8) need exponential time for this expression on inputs made for it. Here it runs in linear time; a rule set that others use as well should not have it.',
    ),
  ],
  [
    'polynomial-regex',
    silent(
      code(
        'Engines that backtrack need quadratic time or more for this expression. Off by default: most sets have many, and here all run in linear time.',
      ),
    ),
  ],
  ['matches-everything', code('The test matches every value, so the rule always fires.')],
  // Transformations
  ['unknown-transformation', code('No transformation has this name.')],
  [
    'unmatchable-text',
    code(
      'The rule looks for text that its own transformations have taken out of every value: it never matches.',
    ),
  ],
  [
    'dead-alternative',
    code(
      'One branch of an expression looks for text that the transformations have taken out. The other branches work.',
    ),
  ],
  [
    'transformation-order',
    code(
      'The case is changed before a decoder runs, so an encoded letter keeps its case and gets past the rule.',
    ),
  ],
  [
    'useless-transformation',
    code('A transformation is undone or made superfluous by the one behind it.'),
  ],
  [
    'inherited-transformation',
    code(
      'SecDefaultAction has transformations, and a rule without t:none does them before its own. Moved to another file, it would match something else.',
    ),
  ],
  // Actions
  ['unknown-action', code('No action has this name.')],
  [
    'refused-action',
    code('The action is known from other engines and not supported here. The hint says why.'),
  ],
  ['missing-action-argument', code('An action that needs a value has none.')],
  ['unexpected-action-argument', code('An action that takes no value has one.')],
  ['bad-action-argument', code('The value of an action is none of those it takes.')],
  [
    'misplaced-action',
    code(
      'An action that only the first rule of a chain can have stands in a later one, or in an update.',
    ),
  ],
  ['missing-id', code('A rule has no id. Logs, exclusions and tests name rules by it.')],
  ['duplicate-id', code('Two rules have the same id. The note says where the first one stands.')],
  [
    'bad-macro',
    code('A macro such as %{tx.name} cannot be read, or names something that no macro can hold.'),
  ],
  [
    'block-without-default',
    code('block does what SecDefaultAction says, and none with a verdict stands before the rule.'),
  ],
  ['unknown-ctl', code('ctl has no option of this name.')],
  ['refused-ctl', code('The ctl option is known from other engines and not supported here.')],
  ['ignored-ctl', code('The ctl option is accepted and changes nothing here.')],
  [
    'late-ctl',
    code('A ctl runs after what it would change: the rules have run, or the body has been read.'),
  ],
  ['ctl-without-rule', everywhere(code('A ctl:ruleRemove... selects no rule of the program.'))],
  // Flow
  ['open-chain', code('The last rule of the program announces another one of its chain.')],
  ['broken-chain', code('Something that is no SecRule stands between the rules of a chain.')],
  [
    'unknown-marker',
    code(
      'A skipAfter names a SecMarker that does not exist; other engines then skip all that follows.',
    ),
  ],
  [
    'earlier-marker',
    code('A skipAfter names a SecMarker that stands before it. Rules only go forward.'),
  ],
  ['duplicate-marker', code('A label stands twice, so it is not plain where a skipAfter lands.')],
  ['unused-marker', everywhere(code('Nothing skips to this SecMarker.'))],
  [
    'unreachable-rule',
    everywhere(code('A SecAction before this rule always skips it or ends the phase.')),
  ],
  [
    'never-matches',
    everywhere(
      code(
        'The tests of a rule exclude each other, or no value that its TX variables can have passes. Rules that a setting switches off are not meant: a setting is a variable whose presence some rule asks for (&TX:name).',
      ),
    ),
  ],
  // Variables
  [
    'unset-variable',
    code(
      'A TX variable is read and no rule sets it. It expands to nothing, and as a number it is 0.',
    ),
  ],
  ['early-read', code('A TX variable is read before the first rule that sets it can have run.')],
  ['unused-variable', everywhere(code('A TX variable is set and no rule reads it.'))],
  ['missing-capture', code('TX:0 to TX:9 are read in a chain that captures nothing.')],
  ['unused-capture', code('A rule captures and nothing in its chain reads TX:0 to TX:9.')],
  [
    'unevaluated-scores',
    code('Rules add to an anomaly score and no rule that blocks ever looks at it.'),
  ],
  // Comments
  [
    'unused-ignore',
    code('A comment portcullis:ignore silences a code that is not reported there.'),
  ],
]);
