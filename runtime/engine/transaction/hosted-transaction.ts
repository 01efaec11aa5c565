/** The host's side of a transaction: phases in order, each at most once (docs/spec/seclang-evaluation.md#phases). */
import { bodyExcerpt } from '../body/body-excerpt.ts';
import { type BodyVariables, bytesRead, emptyBody, unreadBody } from '../body/body-variables.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type {
  CollectionWrite,
  OpenedCollection,
  PersistentName,
} from '../collections/persistent/collection-source.ts';
import type { Decoding, RequestHead, ResponseHead, Transaction } from '../host/compiled-waf.ts';
import type { Interruption } from '../host/interruption.ts';
import type { Phase } from '../host/rule-info.ts';
import { stepsUsedUp, UNDECIDED_STATUS } from '../host/step-limit.ts';
import { forgetTexts } from '../regex/prefix-filter.ts';
import { BadExpression } from './bad-expression.ts';
import { hasListedType } from './has-listed-type.ts';
import { isRequestOverLimit, isResponseOverLimit } from './is-over-limit.ts';
import { exceedsNoFilesLimit, processBody } from './process-body.ts';
import { noResponse, processResponse, withoutCodings } from './process-response.ts';
import { restoreTx, saveTx, type TransactionState } from './transaction-state.ts';
import type { Tx } from './tx.ts';
import type { WafDefinition } from './waf-definition.ts';

export class HostedTransaction implements Transaction {
  readonly #definition: WafDefinition;
  readonly #tx: Tx;
  #lastPhase: 0 | Phase = 0;
  #requestBody: ByteString = '';
  #requestBodyLength = 0;
  /** The result of `bytesRead`, for `inspectRequestBody`. */
  #parsed: { readonly body: ByteString; readonly variables: BodyVariables } | undefined;
  stepsUsedUp = false;
  badExpression: ByteString | undefined;
  stopReason: ByteString | undefined;
  decodingFailed = false;

  constructor(definition: WafDefinition, tx: Tx) {
    this.#definition = definition;
    this.#tx = tx;
  }

  inspectRequestHeaders(): Interruption | undefined {
    const tx = this.#tx;
    // Arguments beyond SecArgumentsLimit are not parsed, so the request must not pass.
    if (tx.variables.limitReached) this.#reject(400);
    return this.#run(1);
  }

  inspectRequestBody(
    body: ByteString,
    truncated = false,
    decoding?: Decoding,
  ): Interruption | undefined {
    const tx = this.#tx;
    const problem = decoding?.kind === 'failed' ? decoding.problem : undefined;
    this.#requestBody = bodyExcerpt(body);
    this.#requestBodyLength = body.length;
    tx.inboundDataError = truncated;
    if (truncated) tx.forgetSelections();
    if (tx.controls.requestBodyAccess && this.#mayRun(2)) {
      tx.bodyBytes = body;
      tx.body = problem === undefined ? this.#parse(body) : unreadBody(body, problem);
      if (tx.body !== emptyBody) tx.forgetSelections();
      if (tx.body.limitReached) this.#reject(400);
      this.#checkFields();
    }
    this.#runOnBody(2, decoding);
    if (isRequestOverLimit(tx, body, truncated)) this.#reject(413);
    if (!this.#definition.manifest.readsBodyLate) tx.releaseBody();
    return tx.interruption;
  }

  /** True when the body is multipart and no rule reads the content of its files. */
  get skipsFiles(): boolean {
    const { readsFiles = false } = this.#definition.manifest;
    return !readsFiles && this.#tx.controls.requestBodyProcessor === 'MULTIPART';
  }

  /** Parses the body for `inspectRequestBody`. Returns how many of its bytes are not the content of files. */
  bytesRead(body: ByteString): number {
    const variables = this.#parse(body);
    this.#parsed = { body, variables };
    return bytesRead(variables);
  }

  inspectResponseHeaders(response: ResponseHead): Interruption | undefined {
    this.#tx.response = response;
    this.#tx.forgetSelections();
    return this.#run(3);
  }

  get wantsResponseBody(): boolean {
    const { controls, settings, response } = this.#tx;
    if (!controls.responseBodyAccess || controls.ruleEngine === 'Off') return false;
    if (this.#tx.interruption !== undefined || response === undefined) return false;
    if (controls.forceResponseBodyVariable) return true;
    return hasListedType(response.headers, settings.responseBodyMimeTypes);
  }

  /** Phase 4. When the body is decoded, rules see the head without Content-Encoding, which matches what they inspect. */
  inspectResponseBody(
    body: ByteString,
    truncated = false,
    decoding?: Decoding,
  ): Interruption | undefined {
    const tx = this.#tx;
    const { response } = tx;
    const problem = decoding?.kind === 'failed' ? decoding.problem : undefined;
    tx.responseBody = body;
    tx.outboundDataError = truncated;
    if (decoding?.kind === 'decoded') tx.response = withoutCodings(response);
    if (problem !== undefined) tx.responseVariables = { ...noResponse, error: problem };
    else if (this.#mayRun(4)) tx.responseVariables = processResponse(tx, body);
    tx.forgetSelections();
    this.#runOnBody(4, decoding);
    if (isResponseOverLimit(tx, body, truncated)) this.#reject(500);
    tx.response = response;
    if (decoding !== undefined) tx.forgetSelections();
    return tx.interruption;
  }

  close(): void {
    this.#run(5);
    // Logs would search the whole values of matches for secrets.
    if (this.#definition.manifest.readsBodyLate) this.#tx.releaseBody();
    forgetTexts();
    this.#tx.persistent.save();
  }

  /** Returns everything that another thread needs to continue the transaction; nothing of it is shared. */
  save(): TransactionState {
    this.#parsed = undefined;
    return {
      lastPhase: this.#lastPhase,
      requestBody: this.#requestBody,
      requestBodyLength: this.#requestBodyLength,
      stepsUsedUp: this.stepsUsedUp,
      badExpression: this.badExpression,
      decodingFailed: this.decodingFailed,
      tx: saveTx(this.#tx, this.#definition.removals ?? []),
    };
  }

  /** Takes over the state that another thread returns after it continued from the result of `save`. */
  restore(state: TransactionState): void {
    this.#lastPhase = state.lastPhase;
    this.#requestBody = state.requestBody;
    this.#requestBodyLength = state.requestBodyLength;
    this.stepsUsedUp = state.stepsUsedUp;
    this.badExpression = state.badExpression;
    this.decodingFailed = state.decodingFailed;
    restoreTx(this.#tx, state.tx, this.#definition.removals ?? []);
  }

  openCollection(
    name: PersistentName,
    key: ByteString,
    writes: readonly CollectionWrite[],
  ): OpenedCollection {
    const { persistent } = this.#tx;
    persistent.write(writes);
    return persistent.open(name, key);
  }

  stop(reason: ByteString, length: number): Interruption | undefined {
    const tx = this.#tx;
    this.stopReason = reason;
    this.#requestBodyLength = length;
    tx.interrupt({ kind: 'deny', ruleId: 0, status: UNDECIDED_STATUS });
    return tx.interruption;
  }

  txVariable(name: ByteString): ByteString {
    return this.#tx.tx.get(name) ?? '';
  }

  get id(): string {
    return this.#tx.id;
  }
  get request(): RequestHead {
    return this.#tx.request;
  }
  get response(): ResponseHead | undefined {
    return this.#tx.response;
  }
  get requestBody(): ByteString {
    return this.#requestBody;
  }
  get requestBodyLength(): number {
    return this.#requestBodyLength;
  }
  get responseBody(): ByteString {
    return this.#tx.responseBody;
  }
  get files(): Transaction['files'] {
    return this.#tx.body.files;
  }
  get matches(): Transaction['matches'] {
    return this.#tx.matches;
  }
  get trace(): Transaction['trace'] {
    return this.#tx.trace ?? [];
  }
  get interruption(): Interruption | undefined {
    return this.#tx.interruption;
  }
  get detected(): Interruption | undefined {
    return this.#tx.detected;
  }
  get ruleEngine(): Transaction['ruleEngine'] {
    return this.#tx.controls.ruleEngine;
  }
  get auditEngine(): Transaction['auditEngine'] {
    return this.#tx.controls.auditEngine;
  }
  get auditLogParts(): string {
    return this.#tx.controls.auditLogParts;
  }
  get requestBodyAccess(): boolean {
    return this.#tx.controls.requestBodyAccess && this.#tx.controls.ruleEngine !== 'Off';
  }
  get requestBodyLimit(): number {
    return this.#tx.controls.requestBodyLimit;
  }
  get responseBodyAccess(): boolean {
    return this.#tx.controls.responseBodyAccess;
  }
  get responseBodyLimit(): number {
    return this.#tx.controls.responseBodyLimit;
  }
  get highestSeverity(): number {
    return this.#tx.highestSeverity;
  }

  #parse(body: ByteString): BodyVariables {
    const parsed = this.#parsed;
    this.#parsed = undefined;
    return parsed?.body === body ? parsed.variables : processBody(this.#tx, body);
  }

  /** Runs a phase. The verdict of the host on a body that cannot be decoded overrides those of this phase. */
  #runOnBody(phase: 2 | 4, decoding: Decoding | undefined): void {
    const { detected } = this.#tx;
    const { ruleEngine } = this.#tx.controls;
    this.#run(phase);
    if (decoding?.kind !== 'failed') return;
    this.decodingFailed = true;
    const verdict = { kind: 'deny', ruleId: 0, status: decoding.status } as const;
    if (ruleEngine === 'On') this.#tx.interruption = verdict;
    else if (ruleEngine === 'DetectionOnly') this.#tx.detected = detected ?? verdict;
  }

  /** Applies SecRequestBodyNoFilesLimit to the bytes of a body outside its files; rules inspect all of them. */
  #checkFields(): void {
    const tx = this.#tx;
    if (!exceedsNoFilesLimit(tx)) return;
    tx.inboundDataError = true;
    if (tx.settings.requestBodyLimitAction === 'Reject') this.#reject(413);
  }

  /** Sets the engine's own verdict, unless a rule has allowed the request. */
  #reject(status: number): void {
    if (this.#tx.allowed !== undefined) return;
    this.#tx.interrupt({ kind: 'deny', ruleId: 0, status });
  }

  #mayRun(phase: Phase): boolean {
    const { controls, interruption } = this.#tx;
    if (controls.ruleEngine === 'Off' || phase <= this.#lastPhase) return false;
    return phase === 5 || interruption === undefined;
  }

  #runRules(phase: Phase): void {
    try {
      this.#definition.phases[phase - 1]?.(this.#tx);
    } catch (error) {
      if (error === stepsUsedUp) this.stepsUsedUp = true;
      else if (error instanceof BadExpression) this.badExpression = error.in(this.#tx.rule);
      else throw error;
      this.#tx.interrupt({ kind: 'deny', ruleId: 0, status: UNDECIDED_STATUS });
    }
  }

  #run(phase: Phase): Interruption | undefined {
    const tx = this.#tx;
    if (!this.#mayRun(phase)) return tx.interruption;
    this.#lastPhase = phase;
    const allowed = tx.allowed;
    if (allowed === 'request' && phase > 2) tx.allowed = undefined;
    if (phase === 5) tx.allowed = undefined;
    if (tx.allowed === undefined) {
      tx.startPhase(phase);
      this.#runRules(phase);
    }
    if (tx.allowed === 'phase') tx.allowed = undefined;
    return tx.interruption;
  }
}
