/** The working state of one transaction: what emitted rules read and write. */

import { BODY_EXCERPT } from '../body/body-excerpt.ts';
import { type BodyVariables, emptyBody } from '../body/body-variables.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';
import type { Captures } from '../collections/captures.ts';
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
import type { RemovedTargets } from '../host/rule-exclusions.ts';
import type { RuleInfo, RuleTexts } from '../host/rule-info.ts';
import { stepsUsedUp } from '../host/step-limit.ts';
import type { TraceEvent } from '../host/trace-event.ts';
import { forgetTexts } from '../regex/prefix-filter.ts';
import type { Transformation } from '../transformations/transformation.ts';
import { shortenMatches } from './match-excerpt.ts';
import { noResponse, type ResponseVariables } from './process-response.ts';
import type { RequestVariables } from './request-variables.ts';
import { RuleIndexSet } from './rule-index-set.ts';
import { type TargetRemoval, TargetRemovals } from './target-removals.ts';
import { transformText } from './transform-text.ts';
import type { TxControls } from './tx-controls.ts';
import type { TxStart } from './tx-start.ts';

type Datum = { -readonly [Field in keyof MatchDatum]: MatchDatum[Field] };

export type AllowScope = 'all' | 'phase' | 'request';

export type MatchedVariable = Pick<Entry, 'variable' | 'key'>;

/** Stands for every empty list, never written to. */
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
  /** Values of the TX variables that the compiler knows by name. */
  readonly registers: RegisterValue[];
  readonly env = new VariableStore('ENV');
  readonly services: HostServices;
  /** What @geoLookup has found last. */
  geo = NO_LOCATION;
  readonly persistent: CollectionSource;
  readonly texts: Map<ByteString, InternedValue>;
  readonly #headerNames: ReadonlyMap<ByteString, InternedValue>;
  /** Named captures of @restpath. */
  readonly pathArguments: Entry[] = [];

  /** Rules that ctl has switched off, by rule index. */
  removed: RuleIndexSet;
  /** Undefined: no ctl has taken a target from any rule. */
  targetRemovals: TargetRemovals | undefined;
  /** Selections that stay valid for the phase, by the cache ids that the compiler assigns. */
  selections: (readonly Entry[] | undefined)[] = [];
  /** Entries of the variables that stay the same for the phase. */
  readonly entries = new Map<string, readonly Entry[]>();
  rule: RuleInfo | undefined;
  /** What RULE:msg and RULE:logdata hold; undefined: no target of the rule reads them. */
  ruleTexts: ((tx: Tx) => RuleTexts) | undefined;
  /** Of the last match: what matched, and its value after the transformations. */
  lastMatched: MatchedVariable | undefined;
  matchedValue: ByteString = '';
  #data = NO_DATA;

  readonly matches: RuleMatch[] = [];
  /** Undefined: nothing has been traced. */
  trace: TraceEvent[] | undefined;
  highestSeverity = 255;
  interruption: Interruption | undefined;
  detected: Interruption | undefined;
  allowed: AllowScope | undefined;
  stepsLeft: number;
  /** Phase 5 runs: the answer has left, so nothing can be stopped any more. */
  #isLogging = false;

  constructor(start: TxStart) {
    this.id = start.id;
    this.tx = new TxVariables(start.registerNames);
    this.registers = this.tx.registers;
    this.request = start.request;
    this.settings = start.settings;
    this.controls = start.controls;
    this.variables = start.variables;
    this.services = start.services;
    this.stepsLeft = start.services.stepLimit;
    this.removed = new RuleIndexSet(start.services.exclusions?.removed);
    this.persistent = start.persistent;
    this.startedAt = start.startedAt;
    this.texts = start.texts;
    this.#headerNames = start.headerNames;
  }

  /** Before a value is read. Throws `stepsUsedUp`, which ends the phase. */
  spend(value: ByteString): void {
    this.spendSteps(value.length + 1);
  }

  /** For what takes more steps than the value has bytes. */
  spendSteps(count: number): void {
    this.stepsLeft -= count;
    if (this.stepsLeft < 0) throw stepsUsedUp;
  }

  /** The text of a value: one object for each distinct byte string. */
  readonly text = (value: ByteString): InternedValue => internValue(this.texts, value);

  /** The text of a header's name. */
  headerName(name: ByteString): InternedValue {
    return this.#headerNames.get(name) ?? this.text(name);
  }

  /** Transforms the text and caches the result with it. */
  cacheTransformation(text: InternedValue, stepId: number, apply: Transformation): InternedValue {
    this.spend(text.value);
    return transformText(this, text, stepId, apply);
  }

  /** Caches a result that differs in letter case only: the same prefilter clauses hold for it. */
  cacheFolded(text: InternedValue, stepId: number, apply: Transformation): InternedValue {
    const result = this.cacheTransformation(text, stepId, apply);
    result.candidates ??= text.candidates;
    return result;
  }

  startPhase(phase: number): void {
    this.#isLogging = phase === 5;
    // What is left must not keep the last phase from writing down what happened.
    if (this.#isLogging) this.stepsLeft = this.services.stepLimit;
  }

  /** Variables that otherwise stay the same have changed: a body or a response has come. */
  forgetSelections(): void {
    this.selections = [];
    this.entries.clear();
  }

  /** No rule reads a large body again: its memory is not to wait for the end of the response. */
  releaseBody(): void {
    forgetTexts();
    if (this.body.length <= BODY_EXCERPT) return;
    this.bodyBytes = '';
    const { length, error, multipart, limitReached, invalidEncoding } = this.body;
    const files = this.body.files.map((file) => ({
      ...file,
      field: copyText(file.field),
      name: copyText(file.name),
      extendedName: copyText(file.extendedName),
    }));
    this.body = { ...emptyBody, length, error, multipart, limitReached, invalidEncoding, files };
    shortenMatches(this.matches);
    const { variable, key } = this.lastMatched ?? NOTHING;
    this.lastMatched &&= { variable, key: copyText(key) };
    this.matchedValue = copyText(this.matchedValue.slice(0, BODY_EXCERPT));
    this.tx.copyCaptures();
    this.texts.clear();
    this.forgetSelections();
  }

  /** Before a rule: what the rule before it matched is forgotten. */
  begin(rule: RuleInfo): void {
    this.rule = rule;
    this.#data = NO_DATA;
  }

  /** A value matched (docs/spec/seclang-evaluation.md#matched-variables). MATCHED_VAR lives on until the next match. */
  match(entry: Entry, value: ByteString): void {
    this.#add(entry, entry.text.value, value);
  }

  /** A SecAction runs: one match of no variable. */
  matchNothing(): void {
    this.#add(NOTHING, '', '');
  }

  #add(matched: MatchedVariable, original: ByteString, value: ByteString): void {
    this.lastMatched = matched;
    this.matchedValue = value;
    const { variable, key } = matched;
    const datum = { variable, key, original, value, message: '', data: '' };
    // An array that starts with its first element has no room for more, and most have only one.
    if (this.#data === NO_DATA) this.#data = [datum];
    else this.#data.push(datum);
  }

  /** Texts of the last match. */
  describe(message: ByteString, data: ByteString): void {
    const datum = this.#data.at(-1);
    if (datum === undefined) return;
    datum.message = message;
    datum.data = data;
  }

  /** Texts of a whole chain: they belong to its first match. */
  describeChain(message: ByteString, data: ByteString): void {
    const [datum] = this.#data;
    if (datum === undefined) return;
    datum.message = message;
    datum.data = data;
  }

  /** TX.0, TX.1, ...; what an earlier match left beyond them is gone. */
  capture(captures: Captures): void {
    this.tx.setCaptures(captures);
  }

  /** All links matched: the rule joins the transaction's matches. */
  record(): void {
    const { rule } = this;
    if (rule === undefined) return;
    const interrupted = this.interruption?.ruleId === rule.id;
    if (rule.log || rule.audit) this.matches.push({ rule, data: this.#data, interrupted });
    this.#data = NO_DATA;
    if (rule.severity !== undefined && rule.severity < this.highestSeverity) {
      this.highestSeverity = rule.severity;
    }
  }

  /** On: ends the transaction. DetectionOnly: remembered. The first one counts. */
  interrupt(interruption: Interruption): void {
    const { ruleEngine } = this.controls;
    if (this.#isLogging || ruleEngine === 'Off') return;
    if (ruleEngine === 'On') this.interruption ??= interruption;
    else this.detected ??= interruption;
  }

  /** In DetectionOnly `allow` does nothing (docs/spec/seclang-evaluation.md#disruptive-actions). */
  allow(scope: AllowScope): void {
    if (this.controls.ruleEngine === 'On') this.allowed = scope;
  }

  /** True when the phase is over. */
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

  /** What ctl has excluded from the rule at `ruleIndex`. */
  exclusions(ruleIndex: number): readonly Exclusion[] {
    return this.#allRemovals?.of(ruleIndex) ?? noExclusions;
  }

  /** True when ctl has excluded this entry from the rule at `ruleIndex`. */
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
