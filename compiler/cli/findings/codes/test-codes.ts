/** Codes of what rules test: targets, operators, transformations. */
import { type CodeRow, code, offByDefault } from './code.ts';

export const testCodes: readonly CodeRow[] = [
  // Targets
  code('unknown-variable', 'No variable has this name.'),
  code('refused-variable', 'Other engines have this variable, but a reverse proxy cannot fill it.'),
  code(
    'selector-on-scalar',
    'A selector such as :name follows a variable that has a single value.',
  ),
  code('missing-selector', 'A colon follows a variable, but no selector follows the colon.'),
  code('bad-selector', 'The selector of a target has a syntax error.'),
  code(
    'no-targets',
    'All targets of a rule are excluded, in its own list or by an update: the rule never matches.',
  ),
  code(
    'stray-exclusion',
    'An exclusion such as !ARGS:x is in a list without ARGS, or in an update of rules without ARGS, so it has no effect.',
  ),
  code(
    'early-exclusion',
    'An exclusion precedes its target. Portcullis applies it; Coraza ignores it.',
  ),
  code(
    'early-variable',
    'A target is filled only after the phase in which the rule runs, so it is always empty for the rule.',
  ),
  // Operators
  code('unknown-operator', 'No operator has this name.'),
  code(
    'refused-operator',
    'Other engines have this operator, but Portcullis does not support it. The hint says why.',
  ),
  code(
    'skipped-operator',
    'The operator queries an external service, whose answer rules cannot rely on: the rule or chain is left out. The hint says why.',
  ),
  code('missing-operator-name', 'No operator name follows the @.'),
  code(
    'blank-before-operator',
    'A blank before the @ turns what looks like an operator into a regular expression.',
  ),
  code(
    'missing-at',
    'The argument begins with the name of an operator, but without an @: it is a regular expression that matches this name.',
  ),
  code(
    'bad-operator-argument',
    'The argument of the operator is invalid, such as a malformed address, range or template.',
  ),
  code(
    'bad-number',
    'An operator that compares numbers, expirevar, or a setvar that adds has a text instead of a number.',
  ),
  code(
    'empty-argument',
    'An operator that compares texts has no argument, so it matches only the empty value.',
  ),
  code(
    'missing-data-file',
    'The file of @pmFromFile, @ipMatchFromFile or SecUnicodeMapFile cannot be read.',
  ),
  code('empty-data-file', 'The file of @pmFromFile contains no phrase, so the rule never matches.'),
  code(
    'repeated-line',
    'A line of a data file or a SecDataset occurs twice. The repetition has no effect.',
  ),
  code(
    'crlf-data-file',
    'A data file has the line ends of Windows. libmodsecurity reads the CR as part of each entry, which then matches nothing.',
  ),
  code('unknown-dataset', 'No SecDataset of this name precedes the rule.'),
  code(
    'double-blank',
    'Two blanks separate phrases of @pm. Coraza reads an empty phrase between them, which matches everything.',
  ),
  code('bad-regex', 'The regular expression has a syntax error or uses an unsupported construct.'),
  code(
    'non-regular-regex',
    'An atomic group, or a back-reference elsewhere than in @rx and @rxGlobal, cannot be matched in time linear in the input, so it is refused.',
  ),
  code(
    'backtracking-regex',
    'An automaton cannot match a back-reference: a backtracker runs where an automaton has found that the expression may match. At the limit of SecPcreMatchLimit (1,000,000 steps when it is not set) the request is refused with 503. Everything else stays linear.',
  ),
  code(
    'literal-macro',
    'A macro is used where none is expanded: in an operator whose argument is literal, as in other engines, or in an expression where it does not name a variable.',
  ),
  code(
    'run-time-regex',
    'An expression contains a macro whose value is not known before run time. The expression is compiled when it is first used, in bounded memory; one that is too large or invalid ends the request with 503.',
  ),
  code(
    'exponential-regex',
    'Engines that backtrack (PCRE, V8) need exponential time for this expression on crafted inputs. Portcullis matches it in linear time; avoid it in rule sets that other engines use too.',
  ),
  offByDefault(
    code(
      'polynomial-regex',
      'Engines that backtrack need quadratic time or more for this expression. Off by default: most sets have many, and Portcullis matches all of them in linear time.',
    ),
  ),
  code('matches-everything', 'The test matches every value, so the rule always matches.'),
  // Transformations
  code('unknown-transformation', 'No transformation has this name.'),
  code(
    'unmatchable-text',
    'The rule searches for text that its own transformations remove from every value: it never matches.',
  ),
  code(
    'dead-alternative',
    'One branch of an expression searches for text that the transformations remove. The other branches can match.',
  ),
  code(
    'transformation-order',
    'The case is changed before a decoder runs, so an encoded letter keeps its case and evades the rule.',
  ),
  code('useless-transformation', 'A later transformation undoes this one or makes it redundant.'),
  code(
    'inherited-transformation',
    'SecDefaultAction has transformations, and a rule without t:none runs them before its own. In another file the same rule would match something else.',
  ),
];
