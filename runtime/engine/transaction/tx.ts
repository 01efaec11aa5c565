/** The working state of one transaction: what emitted rules read and write. */
import { BODY_EXCERPT } from '../body/body-excerpt.ts';
import { type BodyVariables, emptyBody, withoutContent } from '../body/body-variables.ts';
import type { ClassBounds } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';
import type { Captures } from '../collections/captures.ts';
import { type CommonTexts, commonResult } from '../collections/common-texts.ts';
import { type Entry, entryName, type InternedValue, internValue } from '../collections/entry.ts';
import type { CollectionSource } from '../collections/persistent/collection-source.ts';
import { type Exclusion, noExclusions } from '../collections/select.ts';
import { type RegisterValue, TxVariables } from '../collections/tx-variables.ts';
import { VariableStore } from '../collections/variable-store.ts';
import type {
  MatchDatum,
  RequestHead,
  ResponseHead,
  RuleMatch,
  Settings,
} from '../host/compiled-waf.ts';
import type { HostServices } from '../host/host-services.ts';
import type { Interruption } from '../host/interruption.ts';
import { shownText } from '../host/message-limits.ts';
import type { RemovedTargets } from '../host/rule-exclusions.ts';
import type { RuleInfo, RuleTexts } from '../host/rule-info.ts';
import { stepsUsedUp } from '../host/step-limit.ts';
import type { TraceEvent } from '../host/trace-event.ts';
import { forgetTexts } from '../regex/prefix-filter.ts';
import type { Transformation } from '../transformations/transformation.ts';
import { hideMatches, seenMatches, shortenMatches } from './match-excerpt.ts';
import { noResponse, type ResponseVariables } from './process-response.ts';
import { type RequestVariables, requestVariables } from './request-variables.ts';
import { RuleIndexSet } from './rule-index-set.ts';
import { type TargetRemoval, TargetRemovals } from './target-removals.ts';
import { transformText } from './transform-text.ts';
import type { TxControls } from './tx-controls.ts';
import type { TxModule, TxStart } from './tx-start.ts';

type Datum = { -readonly [Field in keyof MatchDatum]: MatchDatum[Field] };

export type AllowScope = 'all' | 'phase' | 'request';

export type MatchedVariable = Pick<Entry, 'variable' | 'key'>;

const NO_DATA: Datum[] = [];
const NOTHING: MatchedVariable = { variable: 'UNKNOWN', key: '' };
const NO_LOCATION = new VariableStore('GEO');

export class Tx {
  readonly id: string;
  readonly request: RequestHead;
  readonly settings: Settings;
  readonly controls: TxControls;
  readonly variables: RequestVariables;
  readonly startedAt: number;
  body: BodyVariables = emptyBody;
  bodyBytes: ByteString = '';
  response: ResponseHead | undefined;
  responseBody: ByteString = '';
  responseVariables: ResponseVariables = noResponse;
  inboundDataError = false;
  outboundDataError = false;

  readonly tx: TxVariables;
  /** Values of the TX variables that the compiler has numbered. */
  readonly registers: RegisterValue[];
  readonly env = new VariableStore('ENV');
  readonly services: HostServices;
  /** The result of the last successful @geoLookup. */
  geo = NO_LOCATION;
  readonly persistent: CollectionSource;
  readonly texts = new Map<ByteString, InternedValue>();
  readonly #common: CommonTexts;
  /** Named captures of @restpath. */
  readonly pathArguments: Entry[] = [];

  /** Rules that ctl has removed, by rule index. */
  removed: RuleIndexSet;
  /** Undefined: no ctl has removed a target from a rule. */
  targetRemovals: TargetRemovals | undefined;
  /** Selections that stay valid for the phase, by cache ids that the compiler assigns. */
  selections: (readonly Entry[] | undefined)[] = [];
  /** Entries of the variables that do not change during the phase. */
  readonly entries = new Map<string, readonly Entry[]>();
  rule: RuleInfo | undefined;
  /** Computes RULE:msg and RULE:logdata; undefined: no target of the rule reads them. */
  ruleTexts: ((tx: Tx) => RuleTexts) | undefined;
  /** Variable and key of the last match; `matchedValue` is its value after the transformations. */
  lastMatched: MatchedVariable | undefined;
  matchedValue: ByteString = '';
  #data = NO_DATA;
  readonly #seen = seenMatches();
  auditMessages = 0;

  readonly matches: RuleMatch[] = [];
  /** Undefined: nothing has been traced. */
  trace: TraceEvent[] | undefined;
  highestSeverity = 255;
  interruption: Interruption | undefined;
  detected: Interruption | undefined;
  allowed: AllowScope | undefined;
  stepsLeft: number;
  /** Phase 5 runs: the response has been sent, so nothing can be interrupted any more. */
  #isLogging = false;

  constructor({ settings, commonTexts, registerNames }: TxModule, start: TxStart) {
    this.id = start.id;
    this.tx = new TxVariables(registerNames);
    this.registers = this.tx.registers;
    this.request = start.request;
    this.settings = settings;
    this.controls = start.controls;
    this.variables = requestVariables(start.request, settings);
    this.services = start.services;
    this.stepsLeft = start.services.stepLimit;
    this.removed = new RuleIndexSet(start.services.exclusions?.removed);
    this.persistent = start.persistent;
    this.startedAt = start.startedAt;
    this.#common = commonTexts;
  }

  /** Counts the bytes of a value before it is read. Throws `stepsUsedUp`, which ends the phase. */
  spend(value: ByteString): void {
    this.spendSteps(value.length + 1);
  }

  /** Counts steps where a value takes more steps than it has bytes. Throws `stepsUsedUp`, which ends the phase. */
  spendSteps(count: number): void {
    this.stepsLeft -= count;
    if (this.stepsLeft < 0) throw stepsUsedUp;
  }

  /** Returns the interned text of a value: one object for each distinct byte string. `bounds`: what is known of its byte classes. */
  readonly text = (value: ByteString, bounds?: ClassBounds): InternedValue =>
    this.#common.get(value) ?? internValue(this.texts, value, bounds);

  /** Returns the text of the result of transforming `from`. */
  resultText(from: InternedValue, value: ByteString, bounds?: ClassBounds): InternedValue {
    return commonResult(this.#common, from, value) ?? this.text(value, bounds);
  }

  /** Transforms the text and caches the result with it. */
  cacheTransformation(text: InternedValue, stepId: number, apply: Transformation): InternedValue {
    this.spend(text.value);
    return transformText(this, text, stepId, apply);
  }

  /** Transforms the text and caches a result that differs in letter case only: the same prefilter clauses hold for it. */
  cacheFolded(text: InternedValue, stepId: number, apply: Transformation): InternedValue {
    const result = this.cacheTransformation(text, stepId, apply);
    result.candidates ??= text.candidates;
    return result;
  }

  startPhase(phase: number): void {
    this.#isLogging = phase === 5;
    // Phase 5 must be able to log, even when earlier phases have used up the steps.
    if (this.#isLogging) this.stepsLeft = this.services.stepLimit;
  }

  /** Drops cached selections because the variables of a body or a response have changed. */
  forgetSelections(): void {
    this.selections = [];
    this.entries.clear();
  }

  /** Releases a body that no later rule reads, and what was computed from the request. */
  releaseBody(): void {
    forgetTexts();
    this.texts.clear();
    this.forgetSelections();
    if (this.body === emptyBody) return;
    this.bodyBytes = '';
    const isLarge = this.body.length > BODY_EXCERPT;
    this.body = withoutContent(this.body);
    if (isLarge) shortenMatches(this.matches);
    const { variable, key } = this.lastMatched ?? NOTHING;
    this.lastMatched &&= { variable, key: copyText(key) };
    this.matchedValue = copyText(this.matchedValue.slice(0, isLarge ? BODY_EXCERPT : undefined));
    if (isLarge) this.tx.copyCaptures();
  }

  /** Starts a rule and drops the matches of the rule before it. */
  begin(rule: RuleInfo): void {
    this.rule = rule;
    this.#data = NO_DATA;
  }

  /** Records a match (docs/spec/seclang-evaluation.md#matched-variables). MATCHED_VAR stays until the next one. */
  match(entry: Entry, value: ByteString): void {
    this.#add(entry, entry.text.value, value);
  }

  /** Records the match of a SecAction, which has no variable. */
  matchNothing(): void {
    this.#add(NOTHING, '', '');
  }

  #add(matched: MatchedVariable, original: ByteString, value: ByteString): void {
    this.lastMatched = matched;
    this.matchedValue = value;
    const { variable, key } = matched;
    const datum = { variable, key, original, value, message: '', data: '' };
    // An array literal with one element reserves no further capacity, and most rules have one match.
    if (this.#data === NO_DATA) this.#data = [datum];
    else this.#data.push(datum);
  }

  /** Sets the texts of the last match. Calls `data` only when some log may show what it returns. */
  describe(message: ByteString, data: ByteString | (() => ByteString)): void {
    const datum = this.#data.at(-1);
    if (datum === undefined) return;
    datum.message = message;
    const before = message === '' ? 0 : this.auditMessages;
    datum.data = shownText(data, before, this.#data.length);
    if (this.rule?.audit === true) this.auditMessages += 1;
  }

  /** Sets the texts of a whole chain, which belong to its first match. */
  describeChain(message: ByteString, data: ByteString): void {
    const [datum] = this.#data;
    if (datum === undefined) return;
    datum.message = message;
    datum.data = data;
  }

  /** Sets TX.0, TX.1, ... and clears the captures that an earlier match left after them. */
  capture(captures: Captures): void {
    this.tx.setCaptures(captures);
  }

  /** Adds the rule to the matches of the transaction after all its links matched. */
  record(): void {
    const { rule } = this;
    if (rule === undefined) return;
    const interrupted = this.interruption?.ruleId === rule.id;
    const isLarge = this.bodyBytes.length > BODY_EXCERPT;
    const data = isLarge ? hideMatches(this.#data, rule, this.#seen) : this.#data;
    if (rule.log || rule.audit) this.matches.push({ rule, data, interrupted });
    this.#data = NO_DATA;
    if (rule.severity !== undefined && rule.severity < this.highestSeverity) {
      this.highestSeverity = rule.severity;
    }
  }

  /** Sets the interruption (On) or records what it would have been (DetectionOnly). The first one counts. */
  interrupt(interruption: Interruption): void {
    const { ruleEngine } = this.controls;
    if (this.#isLogging || ruleEngine === 'Off') return;
    if (ruleEngine === 'On') this.interruption ??= interruption;
    else this.detected ??= interruption;
  }

  /**
   * Sets the scope of `allow`; in DetectionOnly it has no effect
   * (docs/spec/seclang-evaluation.md#disruptive-actions).
   */
  allow(scope: AllowScope): void {
    if (this.controls.ruleEngine === 'On') this.allowed = scope;
  }

  /** True when no further rule of the phase runs. */
  get stopped(): boolean {
    if (this.allowed !== undefined) return true;
    return this.interruption !== undefined && !this.#isLogging;
  }

  get matchedName(): ByteString {
    return this.lastMatched === undefined ? '' : entryName(this.lastMatched);
  }

  /** All matches of the rule so far, in order. */
  get matched(): readonly MatchDatum[] {
    return this.#data;
  }

  /** Returns what the host and ctl have excluded from the rule at `ruleIndex`. */
  exclusions(ruleIndex: number): readonly Exclusion[] {
    return this.#allRemovals?.of(ruleIndex) ?? noExclusions;
  }

  /** Returns whether the host or a ctl has excluded this entry from the rule at `ruleIndex`. */
  excludes(ruleIndex: number, entry: Entry): boolean {
    return this.#allRemovals?.has(ruleIndex, entry) ?? false;
  }

  removeTarget(removal: TargetRemoval): void {
    this.targetRemovals ??= new TargetRemovals(this.services.exclusions?.targets);
    this.targetRemovals.add(removal);
  }

  get #allRemovals(): RemovedTargets | undefined {
    return this.targetRemovals ?? this.services.exclusions?.targets;
  }
}
