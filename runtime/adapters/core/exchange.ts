/** One request and its response on their way through the rules; every adapter drives one. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Decoding, RequestHead, ResponseHead } from '#engine/host/compiled-waf.ts';
import { auditRecord } from '#engine/log/audit-record.ts';
import { isAuditable } from '#engine/log/is-auditable.ts';
import { BODY_TOO_LARGE_MESSAGE, recordRefusal } from '#engine/log/record-refusal.ts';
import {
  type InspectedProfile,
  type Inspection,
  openInspection,
  ruleEngineMode,
  type Verdict,
} from '#proxy/waf/inspection.ts';
import { type Decision, decisionOf } from './decision.ts';
import { printFault, type Setup } from './options.ts';
import { ENGINE_FAILED, type Refusal, refusalOf, TOO_LARGE } from './refusal.ts';

/**
 * Steps in the order of their phases. Each returns the refusal that replaces the application's response, or
 * undefined.
 */
export type Exchange = {
  readonly id: string;
  /** Phase 1. */
  readonly requestHeaders: () => Refusal | undefined;
  /** After phase 1: bytes of the body that rules read; undefined: they do not read it. */
  readonly bodyLimit: () => number | undefined;
  /** Returns true when longer bodies are refused instead of being inspected in part. */
  readonly refusesLongBodies: () => boolean;
  /** Returns true when refusals are enforced, that is outside detection mode. */
  readonly blocks: () => boolean;
  /** Phase 2. Always called unless the request is refused before; "" when there is no body or rules do not read it. */
  readonly requestBody: (
    body: ByteString,
    truncated?: boolean,
    decoding?: Decoding,
  ) => Refusal | undefined;
  /**
   * Refuses the request for a reason other than a rule. Rules see the status, for the record. In detection mode it
   * returns undefined.
   */
  readonly refuse: (refusal: Refusal) => Refusal | undefined;
  /** Does the same when rules have switched the engine off since `blocks` returned true. */
  readonly refuseAnyway: (refusal: Refusal) => Refusal;
  /** Reports an exception of the adapter; the request is refused unless the operator chose `open`. */
  readonly fail: (error: unknown) => Refusal | undefined;
  /** Phase 3. */
  readonly responseHeaders: (head: ResponseHead) => Refusal | undefined;
  /** After phase 3: bytes of the response body that rules read; undefined: they do not read it. */
  readonly responseBodyLimit: () => number | undefined;
  /** Returns true when longer responses are refused instead of being inspected in part. */
  readonly refusesLongResponses: () => boolean;
  /** Phase 4. */
  readonly responseBody: (
    body: ByteString,
    truncated?: boolean,
    decoding?: Decoding,
  ) => Refusal | undefined;
  /** Runs phase 5 and writes the audit record, once. */
  readonly close: () => void;
  readonly decision: () => Decision;
};

export function openExchange(setup: Setup, head: RequestHead): Exchange {
  const { waf, services, onError } = setup;
  const id = crypto.randomUUID();
  const mode = ruleEngineMode(setup.mode === 'block' ? 'on' : setup.mode);
  const opened = openInspection({ waf, services }, head, id, { mode, onError });
  if (opened.kind === 'EngineError') {
    report(setup, { id, step: 'opening', error: opened.error });
    return withoutEngine(setup, id);
  }
  const { inspection } = opened;
  const { transaction } = inspection;
  let refusal: Refusal | undefined;
  /** True when the refusal is not by a rule: it is recorded whatever SecAuditEngine selects. */
  let refusedByHost = false;
  let isTooLong = false;
  const enforce = (verdict: Verdict): Refusal | undefined => {
    refusal = enforced(verdict) ?? refusal;
    return refusal;
  };
  const blocks = (): boolean => transaction.ruleEngine === 'On';
  const refuseAnyway = (given: Refusal): Refusal => {
    refusal = given;
    refusedByHost = true;
    // When the body is too long after decoding, the engine itself records it.
    isTooLong = given === TOO_LARGE && !transaction.decodingFailed;
    const { status } = given;
    inspection.responseHeaders({ status, protocol: 'HTTP/1.1', headers: [] });
    return given;
  };
  return {
    id,
    requestHeaders: () => enforce(inspection.requestHeaders()),
    blocks,
    bodyLimit: () => {
      const reads = transaction.requestBodyAccess && transaction.ruleEngine !== 'Off';
      if (!reads || inspection.engineError !== undefined) return undefined;
      return Math.min(transaction.requestBodyLimit, setup.bodyLimit);
    },
    refusesLongBodies: () =>
      blocks() &&
      (waf.settings.requestBodyLimitAction === 'Reject' || Number.isFinite(setup.bodyLimit)),
    requestBody: (body, truncated = false, decoding) =>
      enforce(inspection.requestBody(body, truncated, decoding)),
    refuse: (given) => (blocks() ? refuseAnyway(given) : undefined),
    refuseAnyway,
    fail: (error) => {
      report(setup, { id, step: 'adapter', error });
      refusedByHost = true;
      if (onError === 'closed') refusal = ENGINE_FAILED;
      return refusal;
    },
    responseHeaders: (answer) => enforce(inspection.responseHeaders(answer)),
    responseBodyLimit: () =>
      inspection.wantsResponseBody ? transaction.responseBodyLimit : undefined,
    refusesLongResponses: () => blocks() && waf.settings.responseBodyLimitAction === 'Reject',
    responseBody: (body, truncated = false, decoding) =>
      enforce(inspection.responseBody(body, truncated, decoding)),
    close: () => close(setup, inspection, refusedByHost, isTooLong),
    decision: () => decisionOf(id, refusal, transaction),
  };
}

/** Returns an exchange for a request that the engine cannot open: it passes or is refused, as the operator chose. */
function withoutEngine(setup: Setup, id: string): Exchange {
  const { onError } = setup;
  const refusal = onError === 'open' ? undefined : ENGINE_FAILED;
  return {
    id,
    requestHeaders: () => refusal,
    bodyLimit: () => undefined,
    refusesLongBodies: () => false,
    blocks: () => onError !== 'open',
    requestBody: () => refusal,
    refuse: (given) => (onError === 'open' ? undefined : given),
    refuseAnyway: (given) => given,
    fail: (error) => {
      report(setup, { id, step: 'adapter', error });
      return refusal;
    },
    responseHeaders: () => refusal,
    responseBodyLimit: () => undefined,
    refusesLongResponses: () => false,
    responseBody: () => refusal,
    close: () => undefined,
    decision: () => decisionOf(id, refusal, undefined),
  };
}

function enforced(verdict: Verdict): Refusal | undefined {
  switch (verdict.kind) {
    case 'Pass':
      return undefined;
    case 'EngineError':
      return ENGINE_FAILED;
    case 'Blocked':
      return refusalOf(verdict.interruption, verdict.phase);
  }
}

function close(
  setup: Setup,
  inspection: Inspection<InspectedProfile>,
  refusedByHost: boolean,
  isTooLong: boolean,
): void {
  if (!inspection.close()) return;
  const { transaction, engineError } = inspection;
  const { id } = transaction;
  const { settings, manifest } = setup.waf;
  if (engineError !== undefined) {
    report(setup, { id, step: `phase ${engineError.phase}`, error: engineError.error });
  }
  try {
    if (!refusedByHost && engineError === undefined && !isAuditable(transaction, settings)) return;
    const record = auditRecord(transaction, settings, manifest, new Date(), setup.redact);
    setup.onAudit(isTooLong ? recordRefusal(record, BODY_TOO_LARGE_MESSAGE) : record);
  } catch (error) {
    report(setup, { id, step: 'audit', error });
  }
}

/** Reports a fault, even when the operator's own function throws. */
function report({ onFault }: Setup, fault: Parameters<typeof onFault>[0]): void {
  try {
    onFault(fault);
  } catch (error) {
    printFault(fault);
    printFault({ id: fault.id, step: 'onFault', error });
  }
}
