/**
 * All problems that resolving can report, one function each. The codes are part of the public interface, the wording is
 * not.
 */
import { error, type Problem, warning } from '../diagnostics.ts';
import type { DirectiveRecord } from '../language/directives/record.ts';
import { didYouMean } from '../suggest.ts';
import { actionHint, controlHint, directiveHint } from './value-hint.ts';

/** The warning of `--skip-unsupported` instead of an error. `why` is the sentence of that error. */
export const skippedRule = (id: number | undefined, why = ''): Problem => {
  const rule = id === undefined ? 'A rule' : `Rule ${id}`;
  return warning('skipped-rule', `${rule} is left out: ${lowerFirst(why)}`, SKIPPED);
};
const SKIPPED =
  'Without --skip-unsupported this is an error. Attacks that only this rule detects pass.';
const lowerFirst = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1);
export const ignoredDirective = (name: string, why: string): Problem =>
  warning('ignored-directive', `The directive ${name} has no effect here.`, why);
export const badDirectiveArgument = (name: string, expected: string, written = ''): Problem =>
  error('bad-directive-argument', `${name} takes ${expected}.`, directiveHint(name, written));
export const surplusArgument = (name: string, kind: DirectiveRecord['kind']): Problem =>
  error('bad-directive-argument', `${name} takes one argument.`, surplusHint(kind));
const surplusHint = (kind: DirectiveRecord['kind']): string => {
  if (kind === 'Text') return 'Put an argument with blanks in quotes.';
  if (kind === 'Number') return 'Write one whole number, in digits only.';
  return 'Remove what follows the first.';
};
export const selectorOnScalar = (name: string): Problem =>
  error(
    'selector-on-scalar',
    `${name} has a single value and no selector.`,
    `Write ${name} alone.`,
  );
export const badSelector = (message: string, hint?: string): Problem =>
  error('bad-selector', message, hint);
export const strayExclusion = (name: string): Problem =>
  warning(
    'stray-exclusion',
    `The exclusion !${name} has no effect on this rule.`,
    'An exclusion applies only to targets with the same variable name in the same list.',
  );
export const earlyExclusion = (name: string): Problem =>
  warning(
    'early-exclusion',
    `The exclusion !${name} precedes the target that it excludes.`,
    'Portcullis applies it. Coraza ignores it unless it follows the target.',
  );
export const noTargets = (): Problem =>
  warning(
    'no-targets',
    'Every target of this rule is excluded: it inspects nothing and never matches.',
    'Add a target that is not excluded, or remove the rule.',
  );
/** Like `noTargets`, for an update that empties the list of the rule `first` and of `others` more rules. */
export const emptiedRules = (first: number, others: number): Problem =>
  warning(
    'no-targets',
    others === 0
      ? `Every target of rule ${first} is now excluded: it inspects nothing and never matches.`
      : `Every target of rule ${first} and ${others} more is now excluded: they never match.`,
    'Use SecRuleRemoveById to disable a rule.',
  );
export const badOperatorArgument = (name: string, message: string, hint?: string): Problem =>
  error('bad-operator-argument', `@${name}: ${message}`, hint);
export const badRegex = (message: string, hint?: string): Problem =>
  error('bad-regex', message, hint);
/** `//` as a selector. `meaning` says what it selects. */
export const emptyPattern = (variable: string, meaning: string): Problem =>
  warning(
    'empty-selector',
    `The expression between these slashes is empty: ${meaning}.`,
    `Write an expression between them, or ${variable} alone for every member.`,
  );
export const doubleBlank = (blanks: string): Problem => ({
  ...warning(
    'double-blank',
    'Two blanks separate these phrases.',
    'Portcullis reads them as one. Coraza reads an empty phrase between them, which matches everything.',
  ),
  fix: { from: blanks, to: ' ' },
});
/** `why` says what is wrong with a file that exists. */
export const missingDataFile = (path: string, why: string | undefined): Problem =>
  error('missing-data-file', cannotReadData(path, why), 'Paths are relative to the rule file.');
function cannotReadData(path: string, why: string | undefined): string {
  const message = `Cannot read the data file ${path}.`;
  return why === undefined ? message : `${message} ${why}`;
}
export const needlessMapFile = (path: string, why: string | undefined, page: number): Problem =>
  ignoredDirective(
    'SecUnicodeMapFile',
    `${cannotReadData(path, why)} Code page ${page} is built in.`,
  );
export const missingCodePage = (file: string, page: number, pages: string): Problem =>
  error(
    'missing-code-page',
    `${file} has no entries for code page ${page}.`,
    pages === '' ? 'The file has no code pages.' : `The file has ${pages}.`,
  );
export const codePageWithoutFile = (page: number): Problem =>
  error(
    'missing-code-page',
    `Code page ${page} is not built in.`,
    'Name a file that contains it with SecUnicodeMapFile; 20127 is built in.',
  );
export const badMapEntry = (): Problem =>
  error(
    'bad-map-entry',
    'This is not an entry of a code page.',
    'An entry is a code point and a byte in hexadecimal digits: 00e9:65.',
  );
export const unknownDataset = (name: string): Problem => ({
  ...error(
    'unknown-dataset',
    `No SecDataset named ${name} precedes this rule.`,
    'A data set is defined before the rules that use it.',
  ),
  absent: `SecDataset ${name}`,
});
export const missingActionArgument = (name: string): Problem =>
  error('missing-action-argument', `The action ${name} needs an argument.`, actionHint(name, ''));
export const unexpectedActionArgument = (name: string): Problem =>
  error(
    'unexpected-action-argument',
    `The action ${name} takes no argument.`,
    `Write ${name} alone.`,
  );
export const badActionArgument = (name: string, expected: string, written = ''): Problem =>
  error(
    'bad-action-argument',
    `The action ${name} takes ${expected}.`,
    MORE_ACTIONS.test(written) ? 'Put a comma between two actions.' : actionHint(name, written),
  );
/** A value and, without a comma between them, another action. */
const MORE_ACTIONS = /^\w+[ \t;|]+[a-z]+(?:[ \t;|:]|$)/i;
export const badControlArgument = (name: string, expected: string, written = ''): Problem =>
  error(
    'bad-action-argument',
    `The action ctl:${name} takes ${expected}.`,
    controlHint(name, written),
  );
/** For metadata and `status`, which do not change how a request is inspected. */
export const ignoredValue = (name: string, expected: string, written = ''): Problem =>
  warning(
    'ignored-value',
    `The action ${name} takes ${expected}: this value is left out.`,
    actionHint(name, written),
  );
export const badMacro = (message: string, hint?: string): Problem =>
  error('bad-macro', message, hint);
export const literalMacro = (operator: string, macro: string): Problem =>
  warning(
    'literal-macro',
    `@${operator} does not expand macros: ${macro} is literal text.`,
    'Other engines do the same. @within, @contains, @streq, @rx and the numeric comparisons expand macros.',
  );
export const unknownMacro = (macro: string): Problem =>
  warning(
    'literal-macro',
    `${macro} does not name a variable, so it is part of the expression.`,
    'ModSecurity 2 replaces it by the empty string. Write %\\{ for the literal text.',
  );
export const ignoredControl = (name: string): Problem =>
  warning('ignored-ctl', `The ctl option ${name} has no effect here.`);
export const missingId = (): Problem =>
  error('missing-id', 'The rule has no id.', 'Add id:NUMBER to its actions.');
export const duplicateId = (id: number): Problem =>
  error('duplicate-id', `The rule id ${id} is already in use.`, 'Give each rule a unique id.');
export const misplacedAction = (name: string): Problem =>
  error(
    'misplaced-action',
    `The action ${name} belongs to the first rule of a chain.`,
    'Move it to the rule with the id.',
  );
export const fixedAction = (name: string): Problem =>
  error(
    'fixed-action',
    `An update cannot change the ${name} of a rule.`,
    name === 'xmlns'
      ? 'XPaths keep the namespaces of their rule. Bind the prefix in the rule itself.'
      : 'Remove the rule with SecRuleRemoveById, and write one of your own.',
  );
export const openChain = (): Problem =>
  error(
    'open-chain',
    'The chain is incomplete: no further rule of it follows this one.',
    'Remove the action chain, or add the next SecRule of the chain, which has no id.',
  );
export const brokenChain = (what: string): Problem =>
  error(
    'broken-chain',
    `${what} interrupts a chain of rules.`,
    'Move it before the first or after the last rule of the chain.',
  );
export const blockWithoutDefault = (phase: number): Problem => ({
  ...warning(
    'block-without-default',
    `block has no effect: no SecDefaultAction for phase ${phase} precedes this rule.`,
    'Add a SecDefaultAction with deny, or write deny.',
  ),
  absent: 'SecDefaultAction',
});
export const badDefaultAction = (message: string): Problem =>
  error(
    'bad-default-action',
    message,
    'For example: SecDefaultAction "phase:2,log,auditlog,pass".',
  );
export const unknownMarker = (label: string, near: string | undefined): Problem => ({
  ...error(
    'unknown-marker',
    `No SecMarker ${label} exists.`,
    didYouMean(near) ?? `Add SecMarker ${label} below the rules to skip.`,
  ),
  ...(near !== undefined && { suggestion: { from: label, to: near } }),
  absent: label,
});
export const earlierMarker = (label: string): Problem =>
  error(
    'earlier-marker',
    `The SecMarker ${label} precedes this rule; skipAfter only skips forward.`,
    'Move the SecMarker below the rule.',
  );
export const strayUpdate = (name: string): Problem =>
  warning(
    'stray-exclusion',
    `No rule that this update selects inspects ${name}: the exclusion has no effect.`,
    'An exclusion applies only to targets with the same variable name.',
  );
/** `name` is the id, tag or message in `what`. */
export const noSuchRule = (what: string, name: string): Problem => ({
  ...warning(
    'no-such-rule',
    `No rule with ${what} precedes this line.`,
    'Updates and removals apply only to rules that are loaded before them.',
  ),
  absent: name,
});
export const badRuleRange = (text: string): Problem =>
  error(
    'bad-rule-range',
    `${text} is neither a rule id nor a range such as 100-199.`,
    /^[\d-]+$/.test(text)
      ? 'A range has two ids, the lower one first. Separate several ids and ranges by blanks: 100 200-299.'
      : 'Directives and options with ByTag or ByMsg in their names select rules by tag or message.',
  );
export const unevaluatedScores = (): Problem => ({
  ...warning(
    'unevaluated-scores',
    'The profile adds up anomaly scores but never evaluates them: it would block nothing.',
    'Add REQUEST-949-BLOCKING-EVALUATION.conf to the profile.',
  ),
  absent: 'anomaly_score',
});
export const atomicGroup = (): Problem =>
  error(
    'non-regular-regex',
    'This atomic group cannot be matched in linear time.',
    'Write (?:...): it matches all that (?>...) matches, and may match more.',
  );
export const backReferenceElsewhere = (): Problem =>
  error(
    'non-regular-regex',
    'A back-reference cannot be matched in linear time.',
    'Match the group only; a chained rule on TX:1 can compare what it captured.',
  );
export const backtrackingRegex = (limit: number): Problem =>
  warning(
    'backtracking-regex',
    `A back-reference cannot be matched in linear time: the rule takes up to ${limit} steps for each value.`,
    'At the limit the request is refused. A chained rule on TX:1 can compare what a group captured.',
  );
