/** Which transactions the audit log shows (docs/spec/logs.md#audited-transactions). */
import type { Settings, Transaction } from '../host/compiled-waf.ts';

/**
 * Call after phase 5. RelevantOnly takes ModSecurity's view: a match of a rule with `auditlog` is
 * enough, and so is a status that SecAuditLogRelevantStatus matches. Coraza wants both, so that the
 * usual expression for 4xx and 5xx hides every match that did not block.
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
        transaction.matches.some((match) => match.rule.audit) ||
        hasRelevantStatus(transaction, settings.auditLogRelevantStatus)
      );
  }
}

/** In DetectionOnly the status is the one that would have been. */
function hasRelevantStatus(transaction: Transaction, pattern: string | undefined): boolean {
  if (pattern === undefined) return false;
  const { interruption, detected, response } = transaction;
  const status = (interruption ?? detected ?? response)?.status;
  return status !== undefined && new RegExp(pattern).test(String(status));
}
