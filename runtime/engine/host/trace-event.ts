/** What a rule did, as a traced module records it: for the debug log (docs/spec/logs.md#debug-log) and offline runs. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Exclusion } from '../collections/select.ts';
import type { RuleInfo } from './rule-info.ts';

/** In the order of evaluation: `Tested` and `Matched` belong to the rule that has begun last. */
export type TraceEvent =
  /** A ctl has switched the rule off. */
  | { readonly kind: 'Removed'; readonly rule: RuleInfo }
  /** No value holds any of the literals and bytes that every match of the rule has. */
  | { readonly kind: 'Prefiltered'; readonly rule: RuleInfo }
  | {
      readonly kind: 'Begun';
      readonly rule: RuleInfo;
      /** Targets, transformations and operator of each of its links. */
      readonly tests: readonly string[];
      /** The targets that a ctl has taken from it. */
      readonly without: readonly Exclusion[];
    }
  /** One value of a target. */
  | {
      readonly kind: 'Tested';
      /** From 0: which rule of the chain. */
      readonly link: number;
      readonly variable: string;
      readonly key: ByteString;
      /** Before and after the transformations. */
      readonly before: ByteString;
      readonly after: ByteString;
      /** prefiltered: the operator did not run, as the value lacks what every match has. */
      readonly result: 'match' | 'no match' | 'prefiltered';
      /** The operator is negated: it matches where the result is no match. */
      readonly negated: boolean;
    }
  /** All links of the rule match. */
  | { readonly kind: 'Matched' }
  /** The rest is not recorded. */
  | { readonly kind: 'Cut' };
