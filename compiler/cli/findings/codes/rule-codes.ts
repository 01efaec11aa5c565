/** Codes of what rules do: actions, flow, variables; and of comments. */
import { type CodeRow, code, everywhere } from './code.ts';

export const ruleCodes: readonly CodeRow[] = [
  // Actions
  code('unknown-action', 'No action has this name.'),
  code(
    'refused-action',
    'Other engines have this action, but Portcullis does not support it. The hint says why.',
  ),
  code('missing-action-argument', 'An action has no value, but needs one.'),
  code('unexpected-action-argument', 'An action has a value, but takes none.'),
  code('bad-action-argument', 'The value of an action is not one that the action accepts.'),
  code(
    'ignored-value',
    'Metadata or status has an invalid value: the action is left out, and the rule is in force.',
  ),
  code(
    'skipped-rule',
    'The rule needs an unsupported feature, such as a Lua script or exec, and --skip-unsupported leaves the rule out. Attacks that only this rule detects pass.',
  ),
  code('empty-value', 'setvar, setenv, initcol or expirevar has an empty value.'),
  code(
    'unlogged-verdict',
    'A rule ends requests, but neither the rule nor a SecDefaultAction for its phase has log or nolog. Outside of phase 2 nothing is logged then, as in Coraza; ModSecurity logs.',
  ),
  code(
    'misplaced-action',
    'A later rule of a chain, or an update, has an action that only the first rule of a chain can have.',
  ),
  code(
    'conflicting-actions',
    'Two actions of a rule exclude each other, such as deny and pass or log and nolog: the last one takes effect, here and in other engines.',
  ),
  code(
    'repeated-action',
    'A rule repeats an action that it can have only once, such as id, phase, msg or severity. The last one takes effect. Often two rules were joined by mistake.',
  ),
  code(
    'missing-phase',
    'A rule has no phase, so it runs in phase 2, as in other engines. An explicit phase is easier to read.',
  ),
  code('missing-id', 'A rule has no id. Logs, exclusions and tests name rules by it.'),
  code('duplicate-id', 'Two rules have the same id. The note shows the first one.'),
  code(
    'id-range',
    'The id of a rule is in a range of another set or file: a later release of that set may use it.',
  ),
  code(
    'fixed-action',
    'A SecRuleUpdateActionById changes an action that no update can change: id, phase, chain or xmlns.',
  ),
  code(
    'secret-in-log',
    'The msg or logdata of a rule writes the value of a password, a token, an Authorization header or a session cookie to the logs, where too many people can read it.',
  ),
  code(
    'bad-macro',
    'A macro such as %{tx.name} has a syntax error, or names something that macros cannot expand.',
  ),
  code(
    'block-without-default',
    'block applies the verdict of SecDefaultAction, but no SecDefaultAction with a verdict precedes the rule.',
  ),
  code('unknown-ctl', 'ctl has no option of this name.'),
  code('refused-ctl', 'Other engines have this ctl option, but Portcullis does not support it.'),
  code('ignored-ctl', 'The ctl option is accepted but has no effect.'),
  code(
    'late-ctl',
    'A ctl runs too late: the rules that it would change have run, or the body has been read.',
  ),
  code(
    'empty-selector',
    'In a ctl:ruleRemoveTarget... no name follows the colon of a collection: this excludes only the member with an empty name. Or the expression of a selector is empty, as in ARGS://.',
  ),
  everywhere(code('ctl-without-rule', 'A ctl:ruleRemove... selects no rule of the program.')),
  // Flow
  code('open-chain', 'The last rule has the action chain, but no rule follows it.'),
  code('broken-chain', 'A directive that is not a SecRule interrupts a chain of rules.'),
  code(
    'unknown-marker',
    'A skipAfter names a SecMarker that does not exist; other engines then skip all that follows.',
  ),
  code(
    'earlier-marker',
    'A skipAfter names a SecMarker that precedes it. skipAfter only skips forward.',
  ),
  code(
    'duplicate-marker',
    'Two SecMarkers have the same label, so the target of a skipAfter is ambiguous.',
  ),
  everywhere(code('unused-marker', 'No skipAfter names this SecMarker.')),
  everywhere(
    code('unreachable-rule', 'A SecAction before this rule always skips it or ends the phase.'),
  ),
  everywhere(
    code(
      'never-matches',
      'The tests of a rule contradict each other, or no possible value of its TX variables passes them. Rules that a setting switches off are not reported: a setting is a variable whose presence some rule tests (&TX:name).',
    ),
  ),
  // Variables
  code(
    'unset-variable',
    'A TX variable is read but no rule sets it. It expands to the empty string, or to 0 as a number.',
  ),
  code(
    'misspelt-score',
    'Rules add to an anomaly score that no rule reads, and the name of another score is almost the same: these rules can never block.',
  ),
  code(
    'renamed-variable',
    'A variable has its CRS 3 name, but the rule set is CRS 4, in which no rule reads or sets it.',
  ),
  code(
    'unfilled-collection',
    'Rules read IP, SESSION, USER, GLOBAL, RESOURCE or GEO, but no rule opens or fills it: initcol, setsid, setuid, setrsc, @geoLookup.',
  ),
  code('early-read', 'A TX variable is read before the first rule that sets it can have run.'),
  everywhere(code('unused-variable', 'A TX variable is set but no rule reads it.')),
  code('missing-capture', 'TX:0 to TX:9 are read in a chain that captures nothing.'),
  code('unused-capture', 'A rule captures, but no rule of its chain reads TX:0 to TX:9.'),
  code('unevaluated-scores', 'Rules add to an anomaly score, but no rule that blocks reads it.'),
  // Comments
  code(
    'unused-ignore',
    'A comment portcullis:ignore suppresses a code that is not reported there.',
  ),
];
