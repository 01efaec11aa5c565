/** ctl: changes to the rest of this transaction (docs/spec/seclang-evaluation.md#ctl). */
import type { AuditEngineMode, RuleEngineMode } from '../host/compiled-waf.ts';
import type { RuleRange } from '../transaction/rule-index-set.ts';
import type { TargetRemoval } from '../transaction/target-removals.ts';
import type { Tx } from '../transaction/tx.ts';

/** Off lets the current phase finish; later phases do not run. */
export function setRuleEngine(tx: Tx, mode: RuleEngineMode): void {
  tx.controls.ruleEngine = mode;
}

export function setAuditEngine(tx: Tx, mode: AuditEngineMode): void {
  tx.controls.auditEngine = mode;
}

const ALL_PARTS = 'BCDEFGHIJK';

/** Changes the audit log parts. A and Z are always first and last; added parts join in alphabetical order. */
export function changeAuditLogParts(tx: Tx, change: 'set' | 'add' | 'remove', parts: string): void {
  const now = change === 'set' ? '' : tx.controls.auditLogParts;
  const remaining = [...ALL_PARTS].filter((part) =>
    change === 'remove'
      ? now.includes(part) && !parts.includes(part)
      : `${now}${parts}`.includes(part),
  );
  tx.controls.auditLogParts = `A${remaining.join('')}Z`;
}

export function setDebugLogLevel(tx: Tx, level: number): void {
  tx.controls.debugLogLevel = level;
}

export function setRequestBodyProcessor(tx: Tx, processor: string): void {
  tx.controls.requestBodyProcessor = processor;
}

export function setResponseBodyProcessor(tx: Tx, processor: string): void {
  tx.controls.responseBodyProcessor = processor;
}

export function setRequestBodyAccess(tx: Tx, on: boolean): void {
  tx.controls.requestBodyAccess = on;
}

export function setResponseBodyAccess(tx: Tx, on: boolean): void {
  tx.controls.responseBodyAccess = on;
}

export function setForceRequestBodyVariable(tx: Tx, on: boolean): void {
  tx.controls.forceRequestBodyVariable = on;
}

export function setForceResponseBodyVariable(tx: Tx, on: boolean): void {
  tx.controls.forceResponseBodyVariable = on;
}

export function setRequestBodyLimit(tx: Tx, bytes: number): void {
  tx.controls.requestBodyLimit = bytes;
}

export function setResponseBodyLimit(tx: Tx, bytes: number): void {
  tx.controls.responseBodyLimit = bytes;
}

/** Removes rules for ruleRemoveBy*. The compiler has turned ids, tags and messages into indexes of later rules. */
export function removeRules(tx: Tx, ruleRanges: readonly RuleRange[]): void {
  tx.removed.add(ruleRanges);
}

/** Removes a target for ruleRemoveTargetBy*: entries of exactly this variable. */
export function removeTarget(tx: Tx, removal: TargetRemoval): void {
  tx.removeTarget(removal);
}
