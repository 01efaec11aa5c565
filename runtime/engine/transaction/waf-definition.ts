/** What an emitted module hands over to `createWaf`. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Manifest, Settings } from '../host/compiled-waf.ts';
import type { RuleInfo } from '../host/rule-info.ts';
import type { TargetRemoval } from './target-removals.ts';
import type { Tx } from './tx.ts';

export type PhaseNumber = 1 | 2 | 3 | 4 | 5;

/** Folding may have relied on a rule or on its targets: then no host can exclude it, or them. */
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
  /** Everything that a ctl takes from rules: a transaction names them by index in another thread. Undefined: nothing. */
  readonly removals?: readonly TargetRemoval[];
  /** All rules. Undefined: the module is of a compiler that knew no exclusions by hosts. */
  readonly rules?: readonly IndexedRule[];
};
