/** Decides which transactions are in the audit log (docs/spec/logs.md#audited-transactions). */
import type { Settings, Transaction } from '../host/compiled-waf.ts';

/**
 * Returns whether the transaction is logged; call it after phase 5. RelevantOnly works as in ModSecurity: a match of
 * a rule with `auditlog` is enough, and so is a status that SecAuditLogRelevantStatus matches. Coraza requires both,
 * so that the usual expression for 4xx and 5xx hides every match that did not block. A verdict of the engine itself, at
 * one of its limits, is always relevant.
 */
export function isAuditable(transaction: Transaction, settings: Settings): boolean {
  switch (transaction.auditEngine) {
    case 'On':
      return true;
    case 'Off':
      return false;
    case 'RelevantOnly':
      return (
        transaction.stepsUsedUp ||
        transaction.badExpression !== undefined ||
        transaction.stopReason !== undefined ||
        transaction.decodingFailed ||
        isVerdictOfEngine(transaction) ||
        transaction.matches.some((match) => match.rule.audit) ||
        hasRelevantStatus(transaction, settings.auditLogRelevantStatus)
      );
  }
}

function isVerdictOfEngine({ interruption, detected }: Transaction): boolean {
  return (interruption ?? detected)?.ruleId === 0;
}

/** Returns whether the status is relevant. In DetectionOnly it is the status that would have been sent. */
function hasRelevantStatus(transaction: Transaction, pattern: string | undefined): boolean {
  if (pattern === undefined) return false;
  const { interruption, detected, response } = transaction;
  const status = (interruption ?? detected ?? response)?.status;
  return status !== undefined && new RegExp(pattern).test(String(status));
}
