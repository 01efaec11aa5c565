/** Runs one transaction under the proxy's policy: applies the engine mode, handles engine errors and measures phases. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type {
  Decoding,
  RequestHead,
  ResponseHead,
  RuleEngineMode,
  Transaction,
} from '#engine/host/compiled-waf.ts';
import type { Interruption } from '#engine/host/interruption.ts';
import type { Phase } from '#engine/host/rule-info.ts';
import type { TransactionState } from '#engine/transaction/transaction-state.ts';
import type { Profile } from './profile.ts';
import { openRequestRecords, type RequestRecords } from './request-records.ts';

export type Verdict =
  | { readonly kind: 'Pass' }
  | {
      readonly kind: 'Blocked';
      readonly interruption: Interruption;
      readonly phase: Phase;
    }
  /** The engine threw an exception, and the policy is to fail closed. */
  | { readonly kind: 'EngineError' };

/** The result of inspecting a body in another thread. */
export type BodyVerdict =
  | {
      readonly kind: 'Inspected';
      readonly state: TransactionState;
      /** The engine's exception as text; undefined when it threw none. */
      readonly error: string | undefined;
      readonly ms: number;
    }
  /** The inspection never began, or the thread ended: the request is refused. */
  | { readonly kind: 'Refused' | 'Ended'; readonly reason: string }
  /** The client disconnected before the inspection began. */
  | { readonly kind: 'Gone' };

/** The members of a profile that an inspection needs. In an application a profile has no name. */
export type InspectedProfile = Pick<Profile, 'waf' | 'services'> &
  Partial<Pick<Profile, 'records'>>;

export type EngineError = { readonly phase: Phase; readonly error: unknown };

export type InspectionPolicy = {
  /** Undefined when the profile's mode applies. */
  readonly mode: RuleEngineMode | undefined;
  readonly onError: 'closed' | 'open';
  /** Milliseconds that the request may wait for records of persistent collections. */
  readonly patience?: number;
  /** The program that queries DECISION_PORT about the request; undefined when this process forwards it. */
  readonly decisionFor?: string | undefined;
  /** The id of the request's trace; undefined when no traces are exported. */
  readonly traceId?: string | undefined;
};

/** The first line of the reply to a request whose phase has ended with an interruption. */
export const BLOCK_TEXTS: Readonly<Record<Phase, string>> = {
  1: 'Request blocked by WAF',
  2: 'Request blocked by WAF (body)',
  3: 'Response blocked by WAF',
  4: 'Response blocked by WAF',
  5: 'Response blocked by WAF',
};

const PASS: Verdict = { kind: 'Pass' };

export class Inspection<Own extends InspectedProfile = Profile> {
  readonly profile: Own;
  #transaction: Transaction;
  /** Milliseconds spent in each phase so far, by phase number. */
  readonly phaseMs: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  /** The engine's exception; after it the engine is called only for phase 5. */
  engineError: EngineError | undefined;
  /** Why the host has refused the request, whatever the rules decide; undefined when it has not. */
  hostRefusal: string | undefined;
  /** The status of a reply that no verdict of the rules replaces; undefined when a verdict's status counts. */
  finalStatus: number | undefined;
  readonly #policy: InspectionPolicy;
  readonly #open: () => Transaction;
  readonly #records: RequestRecords | undefined;
  #closed = false;

  constructor(
    profile: Own,
    policy: InspectionPolicy,
    open: () => Transaction,
    records: RequestRecords | undefined,
  ) {
    this.profile = profile;
    this.#policy = policy;
    this.#open = open;
    this.#records = records;
    this.#transaction = open();
  }

  get decisionFor(): string | undefined {
    return this.#policy.decisionFor;
  }

  get traceId(): string | undefined {
    return this.#policy.traceId;
  }

  get transaction(): Transaction {
    return this.#transaction;
  }

  /** Loads records that rules have opened but that were not loaded; returns false when there are none. */
  async loadRecords(): Promise<boolean> {
    return this.#records !== undefined && (await this.#records.loadMissing());
  }

  /** Starts the transaction again, with the records that have been loaded. */
  reopen(): void {
    try {
      this.#transaction = this.#open();
    } catch (error) {
      this.engineError ??= { phase: 1, error };
    }
  }

  requestHeaders(): Verdict {
    return this.#run(1, () => this.transaction.inspectRequestHeaders());
  }

  requestBody(body: ByteString, truncated: boolean, decoding?: Decoding): Verdict {
    return this.#run(2, () => this.transaction.inspectRequestBody(body, truncated, decoding));
  }

  /**
   * Runs phase 2 in another thread. `inspect` takes the state of the transaction and resolves to the state after the
   * rules, or to the reason why there is no verdict; the request is then refused. `length`: bytes of the body that
   * rules read. Resolves to undefined when the client has disconnected.
   */
  async requestBodyElsewhere(
    inspect: (state: TransactionState) => Promise<BodyVerdict>,
    length: number,
  ): Promise<Verdict | undefined> {
    const { transfer } = this.profile.waf;
    if (transfer === undefined) throw new Error('the rules cannot inspect in another thread');
    const result = await inspect(transfer.save(this.transaction));
    switch (result.kind) {
      case 'Gone':
        return undefined;
      case 'Refused':
      case 'Ended': {
        const interruption = transfer.stop(this.transaction, result.reason, length);
        return interruption === undefined ? PASS : { kind: 'Blocked', interruption, phase: 2 };
      }
      case 'Inspected':
        this.phaseMs[2] = result.ms;
        transfer.restore(this.transaction, result.state);
        if (result.error !== undefined) this.engineError = { phase: 2, error: result.error };
        return this.#verdict(2, this.transaction.interruption);
    }
  }

  responseHeaders(response: ResponseHead): Verdict {
    return this.#run(3, () => this.transaction.inspectResponseHeaders(response));
  }

  responseBody(body: ByteString, truncated: boolean, decoding?: Decoding): Verdict {
    return this.#run(4, () => this.transaction.inspectResponseBody(body, truncated, decoding));
  }

  /** Runs phase 3 on a reply that no verdict replaces. The logs have its status. */
  finalResponse(response: ResponseHead): void {
    this.finalStatus = response.status;
    this.responseHeaders(response);
  }

  /** Whether rules read the response body; valid after phase 3. */
  get wantsResponseBody(): boolean {
    return this.engineError === undefined && this.transaction.wantsResponseBody;
  }

  /** Runs phase 5. Returns true for the first call; later calls do nothing. */
  close(): boolean {
    if (this.#closed) return false;
    this.#closed = true;
    this.#measured(5, () => {
      this.transaction.close();
      return undefined;
    });
    return true;
  }

  #run(phase: Phase, inspect: () => Interruption | undefined): Verdict {
    if (this.engineError !== undefined) return PASS;
    return this.#verdict(phase, this.#measured(phase, inspect));
  }

  #verdict(phase: Phase, interruption: Interruption | undefined): Verdict {
    if (this.engineError !== undefined)
      return this.#policy.onError === 'open' ? PASS : { kind: 'EngineError' };
    if (interruption === undefined) return PASS;
    return { kind: 'Blocked', interruption, phase };
  }

  /** Runs and measures a phase. The engine must not throw; if it does, only this request is affected. */
  #measured(phase: Phase, inspect: () => Interruption | undefined): Interruption | undefined {
    const start = performance.now();
    try {
      return inspect();
    } catch (error) {
      this.engineError ??= { phase, error };
      return undefined;
    } finally {
      this.phaseMs[phase] = performance.now() - start;
    }
  }
}

export type Opened<Own extends InspectedProfile> =
  | { readonly kind: 'Open'; readonly inspection: Inspection<Own> }
  /** The transaction could not be opened. */
  | { readonly kind: 'EngineError'; readonly error: unknown };

/** Opens the transaction of one request. */
export function openInspection<Own extends InspectedProfile>(
  profile: Own,
  head: RequestHead,
  id: string,
  policy: InspectionPolicy,
): Opened<Own> {
  const { waf, services, records: service } = profile;
  const { webAppId, collectionTimeout } = waf.settings;
  const records =
    service === undefined
      ? undefined
      : openRequestRecords(service, webAppId, collectionTimeout, policy.patience ?? 0);
  const collections = records?.collections ?? services.collections;
  const open = (): Transaction => waf.open(head, id, policy.mode, { ...services, collections });
  try {
    return { kind: 'Open', inspection: new Inspection(profile, policy, open, records) };
  } catch (error) {
    return { kind: 'EngineError', error };
  }
}

/** Returns true when request bodies over their limit are refused instead of inspected in part. */
export function rejectsLongBodies({ transaction, profile }: Inspection): boolean {
  return (
    transaction.requestBodyAccess &&
    transaction.ruleEngine === 'On' &&
    profile.waf.settings.requestBodyLimitAction === 'Reject'
  );
}

/** Converts ENGINE_MODE to a value of SecRuleEngine; undefined when the profile's value applies. */
export function ruleEngineMode(mode: 'on' | 'detect' | undefined): RuleEngineMode | undefined {
  if (mode === undefined) return undefined;
  return mode === 'on' ? 'On' : 'DetectionOnly';
}
