/** The directives that define and change rules. The grammar has a rule for each of them. */
import type { NameRecord } from '../name-record.ts';

/** By name as the manual spells it. */
const records: Readonly<Record<string, NameRecord>> = {
  Include: {
    documentation:
      'Reads a rule file at this point, or all files that match a pattern, in byte order of their names. Paths are relative to this file.',
  },
  IncludeOptional: {
    documentation: 'Like Include, but it is not an error if no file matches.',
  },
  SecAction: {
    documentation: 'A rule without a condition: its actions always run.',
  },
  SecDataset: {
    documentation: 'A named list in backticks, for @pmFromDataset and @ipMatchFromDataset.',
  },
  SecDefaultAction: {
    documentation:
      'The default actions of the rules of a phase that follow, and the disruptive action that block applies.',
    differs:
      'May contain t: and tag:, as in ModSecurity; Coraza rejects both. A second directive for a phase replaces the first; ModSecurity 3 and Coraza do not load it.',
  },
  SecMarker: {
    documentation: 'A label to which skipAfter can skip.',
  },
  SecRule: {
    documentation:
      'SecRule TARGETS "OPERATOR" "ACTIONS": if the operator matches one of the targets, the actions run.',
  },
  SecRuleRemoveById: {
    documentation: 'Removes preceding rules by id or range.',
  },
  SecRuleRemoveByMsg: {
    documentation: 'Removes preceding rules that have this msg.',
    differs:
      'The whole text is compared, without expanding macros; Coraza crashes on a rule without msg.',
  },
  SecRuleRemoveByTag: {
    documentation: 'Removes preceding rules that have this tag.',
    differs: 'The whole tag is compared, as in Coraza (ModSecurity 2: a regular expression).',
  },
  SecRuleUpdateActionById: {
    documentation: 'Changes the actions of preceding rules.',
    differs:
      'Applies to every id and range, and block means the action of SecDefaultAction. Coraza changes only the first id.',
  },
  SecRuleUpdateTargetById: {
    documentation: 'Adds targets to preceding rules, or excludes them with !.',
    differs: 'Applies to every id and range; Coraza changes only the first id.',
  },
  SecRuleUpdateTargetByMsg: {
    documentation: 'Adds targets to preceding rules that have this msg, or excludes them with !.',
    differs:
      'Supported, as in ModSecurity; Coraza ignores it. The whole text is compared, without expanding macros.',
  },
  SecRuleUpdateTargetByTag: {
    documentation: 'Adds targets to preceding rules that have this tag, or excludes them with !.',
    differs:
      'Targets can also be added. The whole tag is compared, as in Coraza (ModSecurity 2: a regular expression).',
  },
};

export const ruleDirectives: ReadonlyMap<string, NameRecord> = new Map(Object.entries(records));
