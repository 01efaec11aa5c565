/** Everything that emitted modules and hosts import, except operators, transformations, actions and variables. */

export { hasByteClass } from './bytes/byte-classes.ts';
export { loadByteSet } from './bytes/byte-set.ts';
export { parseInteger } from './bytes/parse-integer.ts';
export { splitList } from './bytes/split-list.ts';
export { cachedTransformation, type Entry, type InternedValue } from './collections/entry.ts';
export { firstValue, keyedValue, storedValue } from './collections/macro.ts';
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
} from './collections/select.ts';
export { countRegister, selectRegister } from './collections/select-register.ts';
export { registerNumber, registerText } from './collections/tx-variables.ts';
export type {
  CompiledWaf,
  Manifest,
  RequestHead,
  Settings,
  Transaction,
} from './host/compiled-waf.ts';
export type { RuleInfo } from './host/rule-info.ts';
export { loadIpSet } from './operators/ip-set.ts';
export { loadPhrases } from './operators/phrase-match.ts';
export { findSpans } from './operators/rx.ts';
export {
  callCandidates,
  candidateRules,
  isCandidate,
  loadPreconditions,
} from './prefilter/candidate-rules.ts';
export { loadPrefilter, mayMatch } from './prefilter/literal-index.ts';
export { clausesOf, everyTransformed } from './prefilter/summarize-targets.ts';
export { loadSummaries } from './prefilter/target-summary.ts';
export { loadBacktracker } from './regex/backtracker.ts';
export { createBudget } from './regex/dfa.ts';
export { createExpressionCache } from './regex/expression-cache.ts';
export { loadMatcher, loadStates, searchSteps } from './regex/matcher.ts';
export { createPrefixFilters } from './regex/prefix-filter.ts';
export { captureLast } from './transaction/capture-last.ts';
export { createWaf } from './transaction/create-waf.ts';
export { beginRead, beginSearch } from './transaction/prefixed-texts.ts';
export { quotedCapture, quotedValue } from './transaction/quoted-texts.ts';
export type { TargetRemoval } from './transaction/target-removals.ts';
export {
  traceMatch,
  tracePrefiltered,
  traceRemoved,
  traceRule,
  traceSkipped,
  traceTest,
} from './transaction/trace.ts';
export type { Tx } from './transaction/tx.ts';
export { base64Classes } from './transformations/base64.ts';
export { everyStage } from './transformations/multi-match.ts';
export { createUrlDecodeUni } from './transformations/url-decode-uni.ts';
