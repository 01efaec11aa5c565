/** Codes of what rules test: targets, operators, transformations. */
import { type CodeRow, code, offByDefault } from './code.ts';

export const testCodes: readonly CodeRow[] = [
  // Targets
  code('unknown-variable', 'No variable has this name.'),
  code(
    'refused-variable',
    'The variable is known from other engines and cannot be filled in a reverse proxy.',
  ),
  code('selector-on-scalar', 'A selector such as :name follows a variable that holds one value.'),
  code('missing-selector', 'A colon follows a variable and nothing follows the colon.'),
  code('bad-selector', 'The selector of a target cannot be read.'),
  code(
    'no-targets',
    'All targets of a rule are excluded again, in its own list or by an update: it never matches.',
  ),
  code(
    'stray-exclusion',
    'An exclusion such as !ARGS:x stands in a list without ARGS, or in an update of rules without it, so it excludes nothing.',
  ),
  code(
    'early-exclusion',
    'An exclusion stands before its target. It holds here, and Coraza ignores it.',
  ),
  code(
    'early-variable',
    'A target is filled in a later phase than the rule runs in, so the rule sees nothing there.',
  ),
  // Operators
  code('unknown-operator', 'No operator has this name.'),
  code(
    'refused-operator',
    'The operator is known from other engines and not supported here. The hint says why.',
  ),
  code(
    'skipped-operator',
    'The operator asks somebody who may not know either, so that rules live without its answer: the rule or chain is left out. The hint says why.',
  ),
  code('missing-operator-name', 'An @ stands without the name of an operator.'),
  code(
    'blank-before-operator',
    'A blank before the @ makes an expression of what was meant as an operator.',
  ),
  code(
    'bad-operator-argument',
    'The operator cannot use its argument: an address, a range, a template that cannot be read.',
  ),
  code('bad-number', 'An operator that compares numbers is given a text, which counts as 0.'),
  code(
    'empty-argument',
    'An operator that compares texts has no argument, so it matches the empty value alone.',
  ),
  code(
    'missing-data-file',
    'The file of @pmFromFile, @ipMatchFromFile or SecUnicodeMapFile cannot be read.',
  ),
  code('empty-data-file', 'The file of @pmFromFile holds no phrase, so the rule never matches.'),
  code(
    'repeated-line',
    'A line of a data file or a SecDataset stands there twice. It changes nothing.',
  ),
  code(
    'crlf-data-file',
    'A data file has the line ends of Windows. libmodsecurity takes the CR as part of each entry, which then matches nothing.',
  ),
  code('unknown-dataset', 'No SecDataset of this name stands before the rule.'),
  code(
    'double-blank',
    'Two blanks separate phrases of @pm. Coraza sees an empty phrase between them, which matches everything.',
  ),
  code('bad-regex', 'The regular expression cannot be read.'),
  code(
    'non-regular-regex',
    'An atomic group, or a back-reference elsewhere than in @rx and @rxGlobal, cannot be matched in time linear in the input, so it is refused.',
  ),
  code(
    'backtracking-regex',
    'No automaton can follow a back-reference: such expressions are matched step by step, where an automaton has found that they may match at all. At the limit of SecPcreMatchLimit (1,000,000 steps when it is not set) the request is refused with 503. Everything else stays linear.',
  ),
  code(
    'literal-macro',
    'A macro stands where none is expanded: in an operator whose argument other engines take as it is too, or in an expression where it names no variable.',
  ),
  code(
    'run-time-regex',
    'An expression has a macro whose value no rule fixes. It is compiled when it is first used, in bounded memory; one that is too large or cannot be read ends the request with 503.',
  ),
  code(
    'exponential-regex',
    'Engines that backtrack (PCRE, V8) need exponential time for this expression on inputs made for it. Here it runs in linear time; a rule set that others use as well should not have it.',
  ),
  offByDefault(
    code(
      'polynomial-regex',
      'Engines that backtrack need quadratic time or more for this expression. Off by default: most sets have many, and here all run in linear time.',
    ),
  ),
  code('matches-everything', 'The test matches every value, so the rule always fires.'),
  // Transformations
  code('unknown-transformation', 'No transformation has this name.'),
  code(
    'unmatchable-text',
    'The rule looks for text that its own transformations have taken out of every value: it never matches.',
  ),
  code(
    'dead-alternative',
    'One branch of an expression looks for text that the transformations have taken out. The other branches work.',
  ),
  code(
    'transformation-order',
    'The case is changed before a decoder runs, so an encoded letter keeps its case and gets past the rule.',
  ),
  code(
    'useless-transformation',
    'A transformation is undone or made superfluous by the one behind it.',
  ),
  code(
    'inherited-transformation',
    'SecDefaultAction has transformations, and a rule without t:none does them before its own. Moved to another file, it would match something else.',
  ),
];
