/**
 * All problems that lints can report, one function each. The codes are part of the public interface, the wording is
 * not.
 */
import { type Fix, notice, type Problem, warning } from '../diagnostics.ts';
import { suggest } from '../suggest.ts';

export const unsetVariable = (name: string, near: string | undefined): Problem => ({
  ...warning(
    'unset-variable',
    `tx.${name} is read and never set.`,
    near === undefined ? 'It expands to the empty text, or to 0.' : `Did you mean tx.${near}?`,
  ),
  ...(near !== undefined && { suggestion: { from: name, to: near } }),
  absent: `tx.${name}`,
});
export const earlyRead = (name: string): Problem => ({
  ...warning(
    'early-read',
    `tx.${name} is read before any rule can have set it.`,
    'Rules run phase by phase, and inside a phase in load order.',
  ),
  absent: `tx.${name}`,
});
export const unusedVariable = (name: string): Problem => ({
  ...notice('unused-variable', `tx.${name} is set and never read.`, 'Remove the setvar.'),
  absent: `tx.${name}`,
});
export const missingCapture = (index: string): Problem =>
  warning(
    'missing-capture',
    `TX:${index} is read, and nothing in this chain has captured it before.`,
    'Add capture to the rule that finds it; without it TX holds what an earlier rule happened to find.',
  );
export const runTimeRegex = (macros: string): Problem =>
  warning(
    'run-time-regex',
    `What ${macros} holds is known only at run time, and is read as part of the expression.`,
    'Who sends it can change what the rule asks. Compare with @streq, @contains or @within instead.',
  );
export const unusedCapture = (): Problem =>
  notice('unused-capture', 'Nothing reads what this rule captures.', 'Remove capture.');
export const unusedMarker = (label: string): Problem => ({
  ...notice('unused-marker', `No skipAfter leads to the SecMarker ${label}.`, 'Remove it.'),
  absent: label,
});
export const duplicateMarker = (label: string): Problem =>
  warning(
    'duplicate-marker',
    `The SecMarker ${label} stands here a second time.`,
    'Give it another name: it is not plain where a skipAfter lands.',
  );
export const earlyVariable = (name: string, from: number, phase: number): Problem =>
  warning(
    'early-variable',
    `${name} is empty before phase ${from}, and this rule runs in phase ${phase}.`,
    `Write phase:${from}.`,
  );
export const lateControl = (what: string): Problem =>
  warning('late-ctl', `${what} comes too late.`, 'Move the rule to an earlier place or phase.');
/** `selected` is the id, tag or msg that the ctl names. */
export const controlWithoutRule = (selected: string): Problem => ({
  ...warning(
    'ctl-without-rule',
    'No rule of the program is selected by this ctl.',
    'Compare the id, tag or msg with the rules that are loaded.',
  ),
  absent: selected,
});
export const unmatchableText = (what: string, by: string): Problem =>
  warning(
    'unmatchable-text',
    `${what} can never be matched: t:${by} has taken it out of the value.`,
    'Write the text as it is after the transformations.',
  );
export const deadAlternative = (what: string, by: string): Problem =>
  notice(
    'dead-alternative',
    `${what} can never be matched here: t:${by} has taken it out of the value.`,
    'The rest of the expression can match. Write the text as it is after the transformations.',
  );
export const transformationOrder = (first: string, second: string): Problem =>
  warning(
    'transformation-order',
    `t:${second} can bring back what t:${first} has taken away.`,
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
    'Here it runs in linear time. Let each turn of the outer repetition begin in one way only.',
  );
export const polynomialRegex = (): Problem =>
  notice(
    'polynomial-regex',
    'Two repetitions share the same text: quadratic time or worse on engines that backtrack.',
    'Here it runs in linear time. Let something stand between them that neither can match.',
  );
export const inheritedTransformation = (names: readonly string[]): Problem =>
  warning(
    'inherited-transformation',
    `SecDefaultAction brings ${names.map((name) => `t:${name}`).join(', ')} to this rule, which has no t:none.`,
    'Begin its list with t:none, and write all that it needs.',
  );
export const matchesEverything = (what: string): Problem =>
  warning(
    'matches-everything',
    `${what} matches every value.`,
    'Write @unconditionalMatch to say so, or make the expression ask for something.',
  );
/** `variable` is the variable (as tx.name) whose possible values are the reason. */
export const neverMatches = (why: string, variable?: string): Problem => ({
  ...warning(
    'never-matches',
    `The rule can never match: ${why}.`,
    'Correct it, or remove the rule.',
  ),
  ...(variable !== undefined && { absent: variable }),
});
export const unreachableRule = (id: number): Problem =>
  warning('unreachable-rule', 'No way leads to this rule.', `Rule ${id} always skips it.`);
export const badNumber = (operator: string, text: string): Problem =>
  warning(
    'bad-number',
    `@${operator} compares numbers, and ${text === '' ? 'nothing' : text} counts as 0.`,
    'Compare texts with @streq.',
  );
export const emptyDataFile = (path: string): Problem =>
  warning('empty-data-file', `The data file ${path} holds no phrase: nothing can match.`);
export const idOfOtherFile = (id: number, file: string): Problem =>
  notice(
    'id-range',
    `Rule ${id} stands in a file whose ids begin with ${file}.`,
    'Give it such an id, or move it to its file.',
  );
export const idOutsideSet = (id: number): Problem =>
  notice(
    'id-range',
    `Rule ${id} has the tag OWASP_CRS, and its id is none of that set.`,
    'The set has 900000 to 999999, its plugins 9500000 to 9999999. Remove the tag, or change the id.',
  );
export const reservedId = (id: number): Problem =>
  notice(
    'id-range',
    `The id ${id} belongs to the OWASP CRS: its next release may use it.`,
    'Take one from 1 to 99999: these are for the rules of a site.',
  );
/** `fix` has the text from this line to the last repeated one, with and without the repeated lines. */
export const repeatedLine = (others: number, fix: Fix): Problem => {
  const what = others === 0 ? 'This line stands' : `This line and ${others} below stand`;
  const message = `${what} in the list already.`;
  return { ...notice('repeated-line', message, 'Remove it: matching ignores case.'), fix };
};
/** `fix` has the whole file with CRLF and with LF. */
export const crlfDataFile = (path: string, fix: Fix): Problem => ({
  ...warning(
    'crlf-data-file',
    `${path} has lines that end in CR and LF.`,
    'Here the CR belongs to no entry. For libmodsecurity it does, and the entries match nothing.',
  ),
  fix,
});
export const secretInLog = (what: string): Problem =>
  notice(
    'secret-in-log',
    `This writes the value of ${what} to the log.`,
    'Log its name, %{MATCHED_VAR_NAME}: other engines mask nothing, and AUDIT_REDACT can be off.',
  );
export const blankAfterBackslash = (blanks: string): Problem => ({
  ...warning(
    'blank-after-backslash',
    'Blanks follow this backslash at the end of the line.',
    'Here and in Coraza the directive goes on below. In ModSecurity it ends here, and the file does not load.',
  ),
  fix: { from: blanks, to: '' },
});
export const emptyArgument = (operator: string): Problem =>
  warning(
    'empty-argument',
    `@${operator} has no argument: it matches the empty value and no other.`,
    'Write @rx ^$ when that is meant; Coraza does not load a rule without the argument.',
  );
export const emptyValue = (action: string): Problem =>
  warning(
    'empty-value',
    `${action} is given the empty text.`,
    'Write the value, or remove the = sign. Coraza does not load an empty one.',
  );
export const secondDefaultAction = (phase: number): Problem =>
  warning(
    'second-default-action',
    `A SecDefaultAction for phase ${phase} stands before this one.`,
    'The rules below start from this one. libmodsecurity does not load a second one.',
  );
export const unloggedVerdict = (verdict: string): Problem => ({
  ...warning(
    'unlogged-verdict',
    `The rule ends requests with ${verdict} and logs nothing.`,
    'Add log; or nolog, when that is meant. ModSecurity logs unless it is told not to, Coraza as here in phase 2 only.',
  ),
  absent: 'SecDefaultAction',
});
export const emptySelector = (variable: string): Problem =>
  warning(
    'empty-selector',
    `Nothing follows the colon: only the member of ${variable} whose name is empty is taken from the rules.`,
    'Write the name, or remove the colon to take all of the collection.',
  );
/** `codes` are the existing codes, for a suggestion when `code` is not one of them. */
export const unusedIgnore = (code: string, codes: Iterable<string>): Problem => {
  const { near, repair } = suggest(code, codes);
  const hint = near === undefined ? 'Remove it.' : `Did you mean ${near}?`;
  return {
    ...notice('unused-ignore', `Nothing is reported here under ${code}.`, hint),
    ...repair,
  };
};
/** `name` is written in the rule, but the later `winner` overrides it. */
export const conflictingActions = (name: string, winner: string): Problem =>
  warning(
    'conflicting-actions',
    `${name} counts for nothing: ${winner} stands in the same rule.`,
    'Of these the last one counts. Remove the other.',
  );
export const repeatedAction = (name: string): Problem =>
  warning(
    'repeated-action',
    `This rule has ${name} twice: the last one counts.`,
    'Remove one of the two, or put a line between two rules that ran together.',
  );
export const missingPhase = (): Problem =>
  notice(
    'missing-phase',
    'The rule names no phase: it runs in phase 2.',
    'Write phase:2 to say so.',
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
    `Nothing reads tx.${name}: what is added to it never blocks.`,
    `Did you mean tx.${near}?`,
  ),
  suggestion: { from: name, to: near },
  absent: `tx.${name}`,
});
export const crs3Name = (name: string, now: string): Problem => ({
  ...warning(
    'renamed-variable',
    `tx.${name} is a name of CRS 3, and no rule of this set knows it.`,
    `In CRS 4 it is tx.${now}.`,
  ),
  suggestion: { from: name, to: now },
});
/** `name` is the target of a ctl:ruleRemoveTarget... */
export const strayControl = (name: string): Problem =>
  warning(
    'stray-exclusion',
    `No rule that this ctl selects inspects ${name}: it takes nothing away.`,
    'It only reaches targets with the same variable name.',
  );
