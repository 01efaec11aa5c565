/** What emitted modules and hosts import, besides the three vocabularies and the variables. */
export type { CompiledWaf, Manifest, RequestHead, Settings, Transaction } from './compiled-waf.ts';
export { debugMatch, debugRemoved, debugRule, debugValue } from './debug-trace.ts';
export { type Entry, formOf, type Text } from './entry.ts';
export { everyStage } from './every-stage.ts';
export { isLive, liveRules, loadGates } from './gates.ts';
export { firstValue, keyedValue, storedValue } from './macro.ts';
export { candidatesOf, everyForm } from './make-view.ts';
export { findSpans } from './operators/rx.ts';
export { loadPrefilter, mayMatch } from './prefilter.ts';
export { loadBacktracker } from './regex/backtracker.ts';
export { createBudget } from './regex/dfa.ts';
export { loadMatcher } from './regex/matcher.ts';
export type { RuleInfo } from './rule-info.ts';
export {
  all,
  countEntries,
  countStored,
  type Exclusion,
  joinExclusions,
  noExclusions,
  type Pick,
  selectAll,
  selectEntries,
  selectStored,
} from './select.ts';
export { countSlot, selectSlot } from './select-slot.ts';
export { loadByteSet } from './support/byte-set.ts';
export { loadIpSet } from './support/ip-set.ts';
export { parseInteger } from './support/parse-integer.ts';
export { loadPhrases } from './support/phrase-automaton.ts';
export type { TargetRemoval } from './target-removals.ts';
export { hasTrait } from './traits.ts';
export type { Tx } from './tx.ts';
export { slotNumber, slotText } from './tx-variables.ts';
export { loadViews } from './view.ts';
export { createWaf } from './waf.ts';
