/** An expression that a rule builds from macros and that cannot be compiled, so that the rule cannot decide. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { RuleInfo } from '../host/rule-info.ts';

/** Thrown by operators and caught where a phase runs; no other code sees it. */
export class BadExpression extends Error {
  /** Returns the reason and the rule, for logs. */
  in(rule: RuleInfo | undefined): ByteString {
    return `the expression of rule ${rule?.id ?? 0} cannot be compiled: ${this.message}`;
  }
}
