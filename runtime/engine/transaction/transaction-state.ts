/**
 * A transaction between two phases as plain data (which the structured clone algorithm can copy), so that another
 * thread can continue it. Caches are left out: they are computed again from this data.
 */
import type { BodyVariables } from '../body/body-variables.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { makeEntry } from '../collections/entry.ts';
import type { CollectionsState } from '../collections/persistent/collection-source.ts';
import type { RegisterValue } from '../collections/tx-variables.ts';
import { type StoreState, VariableStore } from '../collections/variable-store.ts';
import type { RequestHead, ResponseHead, RuleMatch } from '../host/compiled-waf.ts';
import type { Interruption } from '../host/interruption.ts';
import type { RemovedTargets } from '../host/rule-exclusions.ts';
import type { Phase } from '../host/rule-info.ts';
import type { TraceEvent } from '../host/trace-event.ts';
import type { ResponseVariables } from './process-response.ts';
import { RuleIndexSet } from './rule-index-set.ts';
import { type TargetRemoval, TargetRemovals } from './target-removals.ts';
import type { AllowScope, MatchedVariable, Tx } from './tx.ts';
import type { TxControls } from './tx-controls.ts';

export type TransactionState = {
  readonly lastPhase: 0 | Phase;
  readonly requestBody: ByteString;
  readonly requestBodyLength: number;
  readonly stepsUsedUp: boolean;
  readonly badExpression: ByteString | undefined;
  readonly decodingFailed: boolean;
  readonly tx: TxState;
};

export type TxState = {
  readonly id: string;
  readonly request: RequestHead;
  readonly startedAt: number;
  readonly controls: TxControls;
  readonly registers: readonly RegisterValue[];
  readonly variables: StoreState;
  readonly env: StoreState;
  readonly geo: StoreState;
  readonly persistent: CollectionsState;
  readonly pathArguments: readonly (readonly [name: ByteString, value: ByteString])[];
  /** Bits of a RuleIndexSet. */
  readonly removed: readonly number[] | undefined;
  /** Indexes into the removals of the module. */
  readonly targetRemovals: readonly number[];
  readonly lastMatched: MatchedVariable | undefined;
  readonly matchedValue: ByteString;
  readonly matches: readonly RuleMatch[];
  /** The number of their messages for the audit record, on which it depends which data are left out (host/message-limits.ts). */
  readonly auditMessages: number;
  readonly trace: TraceEvent[] | undefined;
  readonly highestSeverity: number;
  readonly interruption: Interruption | undefined;
  readonly detected: Interruption | undefined;
  readonly allowed: AllowScope | undefined;
  readonly stepsLeft: number;
  readonly body: BodyVariables;
  readonly bodyBytes: ByteString;
  readonly response: ResponseHead | undefined;
  readonly responseBody: ByteString;
  readonly responseVariables: ResponseVariables;
  readonly inboundDataError: boolean;
  readonly outboundDataError: boolean;
};

/** Returns the state of the transaction. `removals`: those of the module. */
export function saveTx(tx: Tx, removals: readonly TargetRemoval[]): TxState {
  const { id, request, startedAt, controls, registers, lastMatched, matchedValue } = tx;
  const { matches, auditMessages, trace, highestSeverity, interruption, detected, allowed } = tx;
  const { stepsLeft, body, bodyBytes, response, responseBody, responseVariables } = tx;
  const { inboundDataError, outboundDataError } = tx;
  return {
    ...{ id, request, startedAt, controls, registers, lastMatched, matchedValue },
    ...{ matches, auditMessages, trace, highestSeverity, interruption, detected, allowed },
    ...{ stepsLeft, body, bodyBytes, response, responseBody, responseVariables },
    ...{ inboundDataError, outboundDataError },
    variables: tx.tx.state,
    env: tx.env.state,
    geo: tx.geo.state,
    persistent: tx.persistent.state(),
    pathArguments: tx.pathArguments.map(({ key, text }) => [key, text.value]),
    removed: tx.removed.bits,
    targetRemovals: tx.targetRemovals?.added.map((each) => removals.indexOf(each)) ?? [],
  };
}

/** Sets a transaction of the same request and module to the state. */
export function restoreTx(tx: Tx, state: TxState, removals: readonly TargetRemoval[]): void {
  Object.assign(tx.controls, state.controls);
  state.registers.forEach((value, register) => {
    tx.registers[register] = value;
  });
  tx.tx.restore(state.variables);
  tx.env.restore(state.env);
  tx.geo = new VariableStore('GEO');
  tx.geo.restore(state.geo);
  tx.persistent.write(state.persistent.writes);
  tx.removed = new RuleIndexSet(state.removed);
  const ofHost = tx.services.exclusions?.targets;
  tx.targetRemovals = restoredRemovals(state.targetRemovals, removals, ofHost);
  tx.matches.length = 0;
  for (const match of state.matches) tx.matches.push(match);
  const { auditMessages, lastMatched, matchedValue, trace, highestSeverity } = state;
  const { interruption, detected, allowed, stepsLeft, body, bodyBytes } = state;
  const { response, responseBody, responseVariables } = state;
  const { inboundDataError, outboundDataError } = state;
  Object.assign(tx, {
    ...{ auditMessages, lastMatched, matchedValue, trace, highestSeverity },
    ...{ interruption, detected, allowed, stepsLeft, body, bodyBytes },
    ...{ response, responseBody, responseVariables, inboundDataError, outboundDataError },
  });
  tx.texts.clear();
  const entries = state.pathArguments.map(([name, value]) =>
    makeEntry('ARGS_PATH', name, tx.text(value)),
  );
  tx.pathArguments.splice(0, tx.pathArguments.length, ...entries);
  tx.forgetSelections();
}

function restoredRemovals(
  indexes: readonly number[],
  removals: readonly TargetRemoval[],
  ofHost: RemovedTargets | undefined,
): TargetRemovals | undefined {
  if (indexes.length === 0) return undefined;
  const restored = new TargetRemovals(ofHost);
  for (const index of indexes) {
    const removal = removals[index];
    if (removal === undefined) throw new Error('the removal belongs to another module');
    restored.add(removal);
  }
  return restored;
}
