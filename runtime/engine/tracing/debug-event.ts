/** One step of a rule, as modules compiled for debug log level 9 report it. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { RuleInfo } from '../host/rule-info.ts';

export type DebugEvent =
  /** A ctl has switched the rule off. */
  | { readonly kind: 'Removed'; readonly rule: RuleInfo }
  /** A rule is evaluated. `tests`: targets, transformations and operator of each of its links. */
  | { readonly kind: 'Rule'; readonly rule: RuleInfo; readonly tests: readonly string[] }
  /** One value before and after its transformations, and what the operator, not yet negated, says of it. */
  | {
      readonly kind: 'Value';
      readonly link: number;
      readonly variable: string;
      readonly key: ByteString;
      readonly original: ByteString;
      readonly value: ByteString;
      readonly matches: boolean;
    }
  /** All links of the rule match. */
  | { readonly kind: 'Match' }
  /** The rest is not kept. */
  | { readonly kind: 'Cut' };
