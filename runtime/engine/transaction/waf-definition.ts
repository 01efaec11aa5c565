/** What an emitted module hands over to `createWaf`. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Manifest, Settings } from '../host/compiled-waf.ts';
import type { RuleInfo } from '../host/rule-info.ts';
import type { TargetRemoval } from './target-removals.ts';
import type { Tx } from './tx.ts';

/**
 * A rule with its index. `removable` and `excludable` are false when constant folding has relied on the rule or on
 * its targets: no host can exclude them then.
 */
export type IndexedRule = readonly [
  ruleIndex: number,
  info: RuleInfo,
  removable: boolean,
  excludable: boolean,
];

export type WafDefinition = {
  readonly manifest: Manifest;
  readonly settings: Settings;
  /** Phases 1 to 5 in order. */
  readonly phases: readonly ((tx: Tx) => void)[];
  /** Names of the TX variables in registers, in lower case; undefined: none. */
  readonly txRegisters?: readonly ByteString[];
  /** All target removals of the module; a transaction in another thread refers to them by index. Undefined: none. */
  readonly removals?: readonly TargetRemoval[];
  /** All rules. Undefined: an older compiler, without exclusions by hosts, built the module. */
  readonly rules?: readonly IndexedRule[];
};
