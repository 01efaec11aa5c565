/** The directives that define and change rules. The grammar has a rule for each of them. */
import type { NameRecord } from '../name-record.ts';

/** By name as the manual spells it. */
const records: Readonly<Record<string, NameRecord>> = {
  Include: {
    documentation:
      'Reads a rule file here, or all that match a pattern, in byte order of their names. Paths are seen from this file.',
  },
  IncludeOptional: {
    documentation: 'As Include, and nothing is wrong when nothing matches.',
  },
  SecAction: {
    documentation: 'A rule without a condition: its actions run whenever it is reached.',
  },
  SecDataset: {
    documentation: 'A named list between backticks, for @pmFromDataset and @ipMatchFromDataset.',
  },
  SecDefaultAction: {
    documentation:
      'The actions of all rules of a phase below it that say nothing else, and what block means.',
    differs:
      'May hold t: and tag:, as in ModSecurity; Coraza refuses the one and forgets the other. A second one for a phase replaces the first; ModSecurity 3 does not load it.',
  },
  SecMarker: {
    documentation: 'A name that skipAfter can jump to.',
  },
  SecRule: {
    documentation:
      'SecRule TARGETS "OPERATOR" "ACTIONS": when the operator matches one of the targets, the actions run.',
  },
  SecRuleRemoveById: {
    documentation: 'Takes away rules above it: ids and ranges.',
  },
  SecRuleRemoveByMsg: {
    documentation: 'Takes away rules above it that have this msg.',
    differs: 'The text is compared whole, unexpanded; Coraza crashes on a rule without msg.',
  },
  SecRuleRemoveByTag: {
    documentation: 'Takes away rules above it that have this tag.',
    differs: 'The tag is compared whole, as in Coraza (ModSecurity 2: expression).',
  },
  SecRuleUpdateActionById: {
    documentation: 'Changes the actions of rules above it.',
    differs:
      'Every id and range; block means what SecDefaultAction says. Coraza changes the first id only.',
  },
  SecRuleUpdateTargetById: {
    documentation: 'Adds targets to rules above it, or with ! takes them away.',
    differs:
      'Every id and range, additions too; Coraza changes the first id and loses additions to ranges.',
  },
  SecRuleUpdateTargetByMsg: {
    documentation: 'The same for the rules with this msg.',
    differs: 'Works, as in ModSecurity; Coraza ignores it. The text is compared whole, unexpanded.',
  },
  SecRuleUpdateTargetByTag: {
    documentation: 'The same for the rules with this tag.',
    differs: 'Additions too; the tag is compared whole, as in Coraza (ModSecurity 2: expression).',
  },
};

export const ruleDirectives: ReadonlyMap<string, NameRecord> = new Map(Object.entries(records));
