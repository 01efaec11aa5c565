/** An expression that a rule makes of macros and that cannot be compiled: nobody knows what the rule would say. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { RuleInfo } from '../host/rule-info.ts';

/** Thrown by operators, caught where a phase runs; nothing else ever sees it. */
export class BadExpression extends Error {
  /** The reason and the rule, for logs. */
  in(rule: RuleInfo | undefined): ByteString {
    return `the expression of rule ${rule?.id ?? 0} cannot be compiled: ${this.message}`;
  }
}
