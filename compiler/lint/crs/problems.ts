/**
 * All problems that the preset crs can report, one function each: the conventions of the OWASP CRS, as crs-linter
 * checks them.
 */
import { countNoun } from '../../count-noun.ts';
import { type Problem, warning } from '../../diagnostics.ts';

export const severityMismatch = (score: string, severity: string | undefined): Problem =>
  severity === undefined
    ? warning(
        'severity-mismatch',
        `The rule adds ${score} to the score and has no severity.`,
        'Add the severity that corresponds to this score.',
      )
    : warning(
        'severity-mismatch',
        `The rule adds ${score} to the score, and its severity is ${severity.toUpperCase()}.`,
        `Write %{tx.${severity}_anomaly_score}, or change the severity.`,
      );
export const paranoiaMismatch = (what: string, level: number): Problem =>
  warning(
    'paranoia-mismatch',
    `${what} does not fit this rule, which runs from paranoia level ${level} on.`,
    'The level comes from the SecRule TX:DETECTION_PARANOIA_LEVEL "@lt N" that skips the rule.',
  );
export const missingParanoiaTag = (level: number): Problem =>
  warning(
    'paranoia-mismatch',
    `The rule runs from paranoia level ${level} on but has no paranoia-level tag.`,
    `Add tag:'paranoia-level/${level}'.`,
  );
export const silentParanoiaTag = (): Problem =>
  warning(
    'paranoia-mismatch',
    'The rule has nolog, so its paranoia-level tag is never logged.',
    'Remove the tag.',
  );
export const unapprovedTag = (tag: string, path: string): Problem =>
  warning('unapproved-tag', `The tag ${tag} is not approved.`, `Add it to ${path}, or remove it.`);
export const missingCrsTag = (tag: string): Problem =>
  warning('missing-crs-tag', `The rule lacks the tag ${tag}.`, `Add tag:'${tag}'.`);
export const deprecatedCtl = (): Problem =>
  warning(
    'deprecated-ctl',
    'The OWASP CRS no longer sets the parts of the audit log.',
    'Remove the ctl; SecAuditLogParts is for the site to choose.',
  );
export const nameCase = (written: string, name: string): Problem => ({
  ...warning('name-case', `${written} should be spelled ${name}.`),
  fix: { from: written, to: name },
});
/** `written` is the expression in its quotes; undefined when it has none. */
export const implicitOperator = (written: string | undefined): Problem => ({
  ...warning('implicit-operator', 'The rule does not name its operator.', 'Write @rx.'),
  ...(written !== undefined && { fix: { from: written, to: `@rx ${written}` } }),
});
export const doubledIgnoreCase = (): Problem =>
  warning(
    'doubled-ignore-case',
    'The rule ignores case twice: by t:lowercase and by (?i).',
    'Remove one of them.',
  );
export const negatedCookies = (): Problem =>
  warning(
    'negated-cookies',
    'The rule itself excludes cookies.',
    'Exclude them with SecRuleUpdateTargetById in a file after the rules, where sites can see it.',
  );
export const anchoredName = (operator: string): Problem =>
  warning(
    'anchored-name',
    `@${operator} tests the start of the name, but names from JSON begin with json.`,
    'Begin the expression with ^(?:json\\.)?',
  );
export const overwrittenCapture = (name: string): Problem =>
  warning(
    'overwritten-capture',
    `TX:${name} holds only the capture from the last value that the previous rule matched.`,
    'Test the whole condition in the first expression, or inspect MATCHED_VARS.',
  );
export const actionOrder = (name: string, before: string): Problem =>
  warning(
    'action-order',
    `The action ${name} belongs before ${before}.`,
    'portcullis format puts them in order.',
  );
export const loggedPass = (): Problem =>
  warning('logged-pass', 'The rule has pass but writes to the log.', 'Add nolog.');
export const missingVersion = (): Problem =>
  warning(
    'version-mismatch',
    'The rule has no ver.',
    'Add the version of the rule set, as its other rules do.',
  );
export const versionMismatch = (version: string, expected: string): Problem =>
  warning(
    'version-mismatch',
    `The rule has ver ${version}, but the rule set is ${expected}.`,
    `Write ver:'${expected}'.`,
  );
export const missingTest = (id: number): Problem =>
  warning(
    'missing-test',
    `Rule ${id} has no regression test.`,
    `Add tests/regression/tests/FILE/${id}.yaml.`,
  );
/** `from` is the directive from this line on; `to` is the same text with the correct indentation. */
export const indentation = (from: string, to: string): Problem => ({
  ...warning(
    'indentation',
    `${countNoun(to.search(/[^ ]/), 'space')} of indentation are expected here.`,
    'Indent four spaces for each previous rule of the chain, and four for a continuation line.',
  ),
  fix: { from, to },
});
