/**
 * Replaces `%{rule.id}` and other fields of RULE by text, because they are constant for each rule
 * (docs/spec/seclang-evaluation.md#rule-variables).
 */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { severityWord } from '#engine/log/severity-word.ts';
import type { Macro, Rule } from '../2-resolve/ruleset.ts';
import type { Span } from '../source.ts';

export function expandRuleMacros(macro: Macro, rule: Rule): Macro {
  return macro.flatMap((part): Macro => {
    if (part.kind === 'Literal' || part.variable.name !== 'RULE') return [part];
    return ruleField(lowerAscii(part.key ?? 'id'), rule, part.span);
  });
}

function ruleField(key: string, rule: Rule, span: Span): Macro {
  const { message, logdata, rev, ver, severity } = rule.metadata;
  const text = (value: string): Macro => [{ kind: 'Literal', text: value, span }];
  switch (key) {
    case 'id':
      return text(String(rule.id));
    case 'rev':
      return text(rev);
    case 'ver':
      return text(ver);
    case 'severity':
      return text(severityWord(severity));
    case 'msg':
      return expandRuleMacros(withoutTexts(message), rule);
    case 'logdata':
      return expandRuleMacros(withoutTexts(logdata), rule);
    default:
      return text(`rule.${key}`);
  }
}

/** Removes %{rule.msg} and %{rule.logdata}, because a msg that contains itself would expand without end. */
function withoutTexts(macro: Macro | undefined): Macro {
  return (macro ?? []).filter(
    (part) =>
      part.kind === 'Literal' ||
      part.variable.name !== 'RULE' ||
      !/^(?:msg|logdata)$/i.test(part.key ?? ''),
  );
}
