/**
 * All problems that lints can report, one function each. The codes are part of the public interface, the wording is
 * not.
 */
import { type Fix, notice, type Problem, warning } from '../diagnostics.ts';
import { didYouMean, suggest } from '../suggest.ts';

export const unsetVariable = (name: string, near: string | undefined): Problem => ({
  ...warning(
    'unset-variable',
    `tx.${name} is read but never set.`,
    near === undefined
      ? 'It expands to the empty string, or to 0 as a number.'
      : `Did you mean tx.${near}?`,
  ),
  ...(near !== undefined && { suggestion: { from: name, to: near } }),
  absent: `tx.${name}`,
});
export const earlyRead = (name: string): Problem => ({
  ...warning(
    'early-read',
    `tx.${name} is read before any rule can have set it.`,
    'Rules run phase by phase, and within a phase in load order.',
  ),
  absent: `tx.${name}`,
});
export const unusedVariable = (name: string): Problem => ({
  ...notice('unused-variable', `tx.${name} is set but never read.`, 'Remove the setvar.'),
  absent: `tx.${name}`,
});
export const missingCapture = (index: string): Problem =>
  warning(
    'missing-capture',
    `TX:${index} is read, but no earlier rule of this chain captures it.`,
    'Add capture to the rule that matches it; without it TX holds what an unrelated rule captured.',
  );
export const runTimeRegex = (macros: string): Problem =>
  warning(
    'run-time-regex',
    `The value of ${macros} is known only at run time and becomes part of the expression.`,
    'A client that controls the value can change what the rule matches. Use @streq, @contains or @within instead.',
  );
export const unusedCapture = (): Problem =>
  notice('unused-capture', 'No rule reads what this rule captures.', 'Remove capture.');
export const unusedMarker = (label: string): Problem => ({
  ...notice('unused-marker', `No skipAfter refers to the SecMarker ${label}.`, 'Remove it.'),
  absent: label,
});
export const duplicateMarker = (label: string): Problem =>
  warning(
    'duplicate-marker',
    `The SecMarker ${label} is a duplicate.`,
    'Rename it: the target of a skipAfter is ambiguous.',
  );
export const earlyVariable = (name: string, lack: string, from: number, phase: number): Problem =>
  warning(
    'early-variable',
    `${name} ${lack} before phase ${from}, and this rule runs in phase ${phase}.`,
    `Write phase:${from}.`,
  );
export const lateControl = (what: string): Problem =>
  warning('late-ctl', `${what} runs too late.`, 'Move the rule to an earlier position or phase.');
/** `selected` is the id, tag or msg that the ctl names. */
export const controlWithoutRule = (selected: string): Problem => ({
  ...warning(
    'ctl-without-rule',
    'This ctl selects no rule of the program.',
    'Compare the id, tag or msg with the rules that are loaded.',
  ),
  absent: selected,
});
export const unmatchableText = (what: string, by: string): Problem =>
  warning(
    'unmatchable-text',
    `${what} can never match: t:${by} removes it from the value.`,
    'Write the text as it is after the transformations.',
  );
export const deadAlternative = (what: string, by: string): Problem =>
  notice(
    'dead-alternative',
    `${what} can never match here: t:${by} removes it from the value.`,
    'The rest of the expression can match. Write the text as it is after the transformations.',
  );
export const transformationOrder = (first: string, second: string): Problem =>
  warning(
    'transformation-order',
    `t:${second} can reintroduce what t:${first} removes.`,
    `Put t:${second} before t:${first}.`,
  );
/** `written` is the text to remove, up to the next action. */
export const uselessTransformation = (name: string, why: string, written: string): Problem => ({
  ...warning('useless-transformation', `t:${name} has no effect: ${why}.`, 'Remove it.'),
  ...(written !== '' && { fix: { from: written, to: '' } }),
});
export const exponentialRegex = (): Problem =>
  notice(
    'exponential-regex',
    'This repetition takes exponential time on engines that backtrack.',
    'Portcullis matches it in linear time. Rewrite the outer repetition so that each iteration starts in only one way.',
  );
export const polynomialRegex = (): Problem =>
  notice(
    'polynomial-regex',
    'Two repetitions can match the same text: this takes quadratic time or more on engines that backtrack.',
    'Portcullis matches it in linear time. Put something between them that neither can match.',
  );
export const inheritedTransformation = (names: readonly string[]): Problem =>
  warning(
    'inherited-transformation',
    `The rule inherits ${names.map((name) => `t:${name}`).join(', ')} from SecDefaultAction, as it has no t:none.`,
    'Begin its transformations with t:none, and list all that it needs.',
  );
export const matchesEverything = (what: string): Problem =>
  warning(
    'matches-everything',
    `${what} matches every value.`,
    'Write @unconditionalMatch if that is intended, or make the expression require some text.',
  );
/** `variable` is the variable (as tx.name) whose possible values are the reason. */
export const neverMatches = (why: string, variable?: string): Problem => ({
  ...warning(
    'never-matches',
    `The rule can never match: ${why}.`,
    'Correct the rule, or remove it.',
  ),
  ...(variable !== undefined && { absent: variable }),
});
export const unreachableRule = (id: number): Problem =>
  warning('unreachable-rule', 'The rule is unreachable.', `Rule ${id} always skips it.`);
export const missingAt = (operator: string, negated: boolean): Problem => ({
  ...warning(
    'missing-at',
    `Without an @ this argument is a regular expression for @rx, not the operator @${operator}.`,
    `Write ${negated ? '!' : ''}@${operator}, or @rx before the text if an expression is intended.`,
  ),
  suggestion: { from: operator, to: `@${operator}` },
});
export const badNumber = (operator: string, text: string): Problem =>
  warning(
    'bad-number',
    `@${operator} compares numbers, but ${text === '' ? 'an empty argument' : text} counts as 0.`,
    /^[+-]?\d/.test(text) ? 'Write a whole number, in digits only.' : 'Compare texts with @streq.',
  );
export const badSeconds = (text: string): Problem =>
  warning(
    'bad-number',
    `expirevar takes a number of seconds, but "${text}" is none: the variable does not expire.`,
    'Write digits only, such as 60, or a macro whose value is a number.',
  );
export const badSummand = (text: string): Problem =>
  warning(
    'bad-number',
    `setvar adds a number, but "${text}" is none.`,
    'Write digits only, or a macro whose value is a number.',
  );
export const emptyDataFile = (path: string): Problem =>
  warning('empty-data-file', `The data file ${path} contains no phrase: the rule never matches.`);
export const idOfOtherFile = (id: number, file: string): Problem =>
  notice(
    'id-range',
    `Rule ${id} is in a file whose rule ids begin with ${file}.`,
    'Change the id, or move the rule to the file of its id range.',
  );
export const idOutsideSet = (id: number): Problem =>
  notice(
    'id-range',
    `Rule ${id} has the tag OWASP_CRS, but its id is outside the ranges of that set.`,
    'The set uses 900000 to 999999, its plugins 9500000 to 9999999. Remove the tag, or change the id.',
  );
export const reservedId = (id: number): Problem =>
  notice(
    'id-range',
    `The id ${id} is reserved for the OWASP CRS: a later release may use it.`,
    'Use an id from 1 to 99999: these are for the rules of a site.',
  );
/** `fix` has the text from this line to the last repeated one, with and without the repeated lines. */
export const repeatedLine = (others: number, fix: Fix): Problem => {
  const what = others === 0 ? 'This line is' : `This line and ${others} below are`;
  const message = `${what} already in the list.`;
  return { ...notice('repeated-line', message, 'Remove it: matching ignores case.'), fix };
};
/** `fix` has the whole file with CRLF and with LF. */
export const crlfDataFile = (path: string, fix: Fix): Problem => ({
  ...warning(
    'crlf-data-file',
    `The lines of ${path} end with CRLF.`,
    'Portcullis ignores the CR. libmodsecurity reads it as part of each entry, which then matches nothing.',
  ),
  fix,
});
export const secretInLog = (what: string): Problem =>
  notice(
    'secret-in-log',
    `This writes the value of ${what} to the log.`,
    'Log its name instead, %{MATCHED_VAR_NAME}: other engines mask nothing, and AUDIT_REDACT can be off.',
  );
export const blankAfterBackslash = (blanks: string): Problem => ({
  ...warning(
    'blank-after-backslash',
    'Blanks follow this backslash at the end of the line.',
    'In Portcullis and Coraza the directive continues on the next line. In ModSecurity it ends here, and the file does not load.',
  ),
  fix: { from: blanks, to: '' },
});
export const emptyArgument = (operator: string): Problem =>
  warning(
    'empty-argument',
    `@${operator} has no argument: it matches only the empty value.`,
    'Write @rx ^$ if that is intended; Coraza does not load a rule without the argument.',
  );
export const emptyValue = (action: string): Problem =>
  warning(
    'empty-value',
    `${action} has an empty value.`,
    'Add a value, or remove the = sign. Coraza does not load an empty one.',
  );
export const secondDefaultAction = (phase: number): Problem =>
  warning(
    'second-default-action',
    `Another SecDefaultAction for phase ${phase} precedes this one.`,
    'The rules that follow use this one. libmodsecurity does not load a second one.',
  );
export const unloggedVerdict = (verdict: string): Problem => ({
  ...warning(
    'unlogged-verdict',
    `The rule ends requests with ${verdict} but logs nothing.`,
    'Add log, or nolog if that is intended. By default ModSecurity logs in every phase, Portcullis and Coraza only in phase 2.',
  ),
  absent: 'SecDefaultAction',
});
export const emptySelector = (variable: string): Problem =>
  warning(
    'empty-selector',
    `No name follows the colon: this excludes only the member of ${variable} with an empty name.`,
    'Add the name, or remove the colon to exclude the whole collection.',
  );
/** `codes` are the existing codes, for a suggestion when `code` is not one of them. */
export const unusedIgnore = (code: string, codes: Iterable<string>): Problem => {
  const { near, fix } = suggest(code, codes);
  const hint = didYouMean(near) ?? 'Remove it.';
  return {
    ...notice('unused-ignore', `This comment is unused: ${code} is not reported here.`, hint),
    ...(fix !== undefined && { fix }),
  };
};
/** `name` is written in the rule, but the later `winner` overrides it. */
export const conflictingActions = (name: string, winner: string): Problem =>
  warning(
    'conflicting-actions',
    `${name} has no effect: the same rule has ${winner}.`,
    'The last of them takes effect. Remove the other.',
  );
export const repeatedAction = (name: string): Problem =>
  warning(
    'repeated-action',
    `The rule has ${name} twice: the last one takes effect.`,
    'Remove one of them, or separate two rules that were joined by mistake.',
  );
export const missingPhase = (): Problem =>
  notice(
    'missing-phase',
    'The rule has no phase, so it runs in phase 2.',
    'Add phase:2 to make this explicit.',
  );
export const unfilledCollection = (name: string, opener: string): Problem => ({
  ...warning(
    'unfilled-collection',
    `${name} is always empty: no rule fills it.`,
    `Add a rule with ${opener} before this one.`,
  ),
  absent: opener,
});
/** A rule adds to the score `name`, and rules read `near`. */
export const misspeltScore = (name: string, near: string): Problem => ({
  ...warning(
    'misspelt-score',
    `No rule reads tx.${name}: what is added to it never blocks.`,
    `Did you mean tx.${near}?`,
  ),
  suggestion: { from: name, to: near },
  absent: `tx.${name}`,
});
export const crs3Name = (name: string, now: string): Problem => ({
  ...warning(
    'renamed-variable',
    `tx.${name} is a name of CRS 3, which no rule of this set uses.`,
    `In CRS 4 it is tx.${now}.`,
  ),
  suggestion: { from: name, to: now },
});
/** `target` is that of a ctl:ruleRemoveTarget... */
export const strayControl = (
  target: string,
  hint = 'An exclusion applies only to targets with the same variable name.',
): Problem =>
  warning(
    'stray-exclusion',
    `No rule that this ctl selects inspects ${target}: the exclusion has no effect.`,
    hint,
  );
