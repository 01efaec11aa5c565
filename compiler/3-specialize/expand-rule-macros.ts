/**
 * Replaces `%{rule.id}` and other fields of RULE by text, because they are constant for each rule
 * (docs/spec/seclang-evaluation.md#rule-variables).
 */
import { severityWord } from '../../runtime/engine/log/severity-word.ts';
import type { Macro, Rule } from '../2-resolve/ruleset.ts';
import type { Span } from '../source.ts';

export function expandRuleMacros(macro: Macro, rule: Rule): Macro {
  return macro.flatMap((part): Macro => {
    if (part.kind === 'Literal' || part.variable.name !== 'RULE') return [part];
    return ruleField(part.key ?? '', rule, part.span);
  });
}

function ruleField(key: string, rule: Rule, span: Span): Macro {
  const { message, logdata, rev, severity } = rule.metadata;
  const text = (value: string): Macro => [{ kind: 'Literal', text: value, span }];
  switch (key) {
    case 'id':
      return text(String(rule.id));
    case 'rev':
      return text(rev);
    case 'severity':
      return text(severityWord(severity));
    case 'msg':
      return withoutRuleMacros(message);
    case 'logdata':
      return withoutRuleMacros(logdata);
    default:
      return [];
  }
}

/** Removes macros of RULE, because a msg that contains itself would expand without end. */
function withoutRuleMacros(macro: Macro | undefined): Macro {
  return (macro ?? []).filter((part) => part.kind === 'Literal' || part.variable.name !== 'RULE');
}
