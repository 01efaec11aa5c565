/** What a rule did, as a traced module records it for the debug log (docs/spec/logs.md#debug-log) and offline runs. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Exclusion } from '../collections/select.ts';
import type { RuleInfo } from './rule-info.ts';

/** Events are in the order of evaluation: `Tested` and `Matched` belong to the last rule with `Evaluated`. */
export type TraceEvent =
  /** A ctl has removed the rule. */
  | { readonly kind: 'Removed'; readonly rule: RuleInfo }
  /** No value contains any of the literals and bytes that every match of the rule contains. */
  | { readonly kind: 'Prefiltered'; readonly rule: RuleInfo }
  /** The rule runs. */
  | {
      readonly kind: 'Evaluated';
      readonly rule: RuleInfo;
      /** Targets, transformations and operator of each of its links. */
      readonly tests: readonly string[];
      /** The targets that a ctl has removed from the rule. */
      readonly without: readonly Exclusion[];
    }
  /** The operator ran, or was skipped, for one value of a target. */
  | {
      readonly kind: 'Tested';
      /** Index of the link in the chain, from 0. */
      readonly link: number;
      readonly variable: string;
      readonly key: ByteString;
      /** The value before and after the transformations. */
      readonly before: ByteString;
      readonly after: ByteString;
      /** prefiltered: the operator did not run because the value lacks what every match contains. */
      readonly result: 'match' | 'no match' | 'prefiltered';
      /** The operator is negated: it matches where `result` is no match. */
      readonly negated: boolean;
    }
  /** All links of the rule match. */
  | { readonly kind: 'Matched' }
  /** The limit on events is reached: later ones are not recorded. */
  | { readonly kind: 'Truncated' };
