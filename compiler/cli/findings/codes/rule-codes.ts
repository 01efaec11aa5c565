/** Codes of what rules do: actions, flow, variables; and of comments. */
import { type CodeRow, code, everywhere } from './code.ts';

export const ruleCodes: readonly CodeRow[] = [
  // Actions
  code('unknown-action', 'No action has this name.'),
  code(
    'refused-action',
    'The action is known from other engines and not supported here. The hint says why.',
  ),
  code('missing-action-argument', 'An action that needs a value has none.'),
  code('unexpected-action-argument', 'An action that takes no value has one.'),
  code('bad-action-argument', 'The value of an action is none of those it takes.'),
  code(
    'ignored-value',
    'Metadata or status has a value that says nothing: it is left out, and the rule is in force.',
  ),
  code(
    'skipped-rule',
    'The rule needs what is not supported, such as a Lua script or exec, and --skip-unsupported leaves it out. Nothing of what it would have found is found.',
  ),
  code('empty-value', 'setvar, setenv, initcol or expirevar is given the empty text.'),
  code(
    'unlogged-verdict',
    'A rule ends requests and says neither log nor nolog, and no SecDefaultAction does so for its phase. Outside of phase 2 nothing is logged then, as in Coraza; ModSecurity logs.',
  ),
  code(
    'misplaced-action',
    'An action that only the first rule of a chain can have stands in a later one, or in an update.',
  ),
  code(
    'conflicting-actions',
    'Two actions of one rule exclude each other, such as deny and pass or log and nolog: the last one counts, here and in other engines.',
  ),
  code(
    'repeated-action',
    'A rule has an action twice of which it can have one: id, phase, msg, severity and their kind. The last one counts. Often two rules ran together.',
  ),
  code(
    'missing-phase',
    'A rule names no phase and runs in phase 2, as in other engines. Whoever reads it has to know.',
  ),
  code('missing-id', 'A rule has no id. Logs, exclusions and tests name rules by it.'),
  code('duplicate-id', 'Two rules have the same id. The note says where the first one stands.'),
  code(
    'id-range',
    'The id of a rule lies in a range that belongs to another set or file: a later release of that set may use it.',
  ),
  code(
    'fixed-action',
    'A SecRuleUpdateActionById names an action that makes a rule what it is: id, phase, chain.',
  ),
  code(
    'secret-in-log',
    'The msg or logdata of a rule writes the value of a password, a token, an Authorization header or a session cookie to the logs, which more people read than should know it.',
  ),
  code(
    'bad-macro',
    'A macro such as %{tx.name} cannot be read, or names something that no macro can hold.',
  ),
  code(
    'block-without-default',
    'block does what SecDefaultAction says, and none with a verdict stands before the rule.',
  ),
  code('unknown-ctl', 'ctl has no option of this name.'),
  code('refused-ctl', 'The ctl option is known from other engines and not supported here.'),
  code('ignored-ctl', 'The ctl option is accepted and changes nothing here.'),
  code(
    'late-ctl',
    'A ctl runs after what it would change: the rules have run, or the body has been read.',
  ),
  code(
    'empty-selector',
    'A ctl:ruleRemoveTarget... names a collection, a colon and nothing behind it: it takes the member without a name.',
  ),
  everywhere(code('ctl-without-rule', 'A ctl:ruleRemove... selects no rule of the program.')),
  // Flow
  code('open-chain', 'The last rule of the program announces another one of its chain.'),
  code('broken-chain', 'Something that is no SecRule stands between the rules of a chain.'),
  code(
    'unknown-marker',
    'A skipAfter names a SecMarker that does not exist; other engines then skip all that follows.',
  ),
  code(
    'earlier-marker',
    'A skipAfter names a SecMarker that stands before it. Rules only go forward.',
  ),
  code('duplicate-marker', 'A label stands twice, so it is not plain where a skipAfter lands.'),
  everywhere(code('unused-marker', 'Nothing skips to this SecMarker.')),
  everywhere(
    code('unreachable-rule', 'A SecAction before this rule always skips it or ends the phase.'),
  ),
  everywhere(
    code(
      'never-matches',
      'The tests of a rule exclude each other, or no value that its TX variables can have passes. Rules that a setting switches off are not meant: a setting is a variable whose presence some rule asks for (&TX:name).',
    ),
  ),
  // Variables
  code(
    'unset-variable',
    'A TX variable is read and no rule sets it. It expands to nothing, and as a number it is 0.',
  ),
  code(
    'misspelt-score',
    'Rules add to an anomaly score that nothing reads, and one that is read has nearly the same name: the rule can never block.',
  ),
  code(
    'renamed-variable',
    'A variable has the name that it had in CRS 3, and the set is CRS 4, in which nothing reads or sets it.',
  ),
  code(
    'unfilled-collection',
    'Rules read IP, SESSION, USER, GLOBAL, RESOURCE or GEO, and no rule opens or fills it: initcol, setsid, setuid, setrsc, @geoLookup.',
  ),
  code('early-read', 'A TX variable is read before the first rule that sets it can have run.'),
  everywhere(code('unused-variable', 'A TX variable is set and no rule reads it.')),
  code('missing-capture', 'TX:0 to TX:9 are read in a chain that captures nothing.'),
  code('unused-capture', 'A rule captures and nothing in its chain reads TX:0 to TX:9.'),
  code(
    'unevaluated-scores',
    'Rules add to an anomaly score and no rule that blocks ever looks at it.',
  ),
  // Comments
  code('unused-ignore', 'A comment portcullis:ignore silences a code that is not reported there.'),
];
