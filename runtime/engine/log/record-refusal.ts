/** The record of a request that the host has refused, whatever the rules decide. */
import type { AuditRecord } from './audit-types.ts';

export const BODY_TOO_LARGE_MESSAGE = 'The request body is too large';

/** Says why the host has refused the request, as rule 0, like the engine about its own limits. */
export function recordRefusal({ transaction }: AuditRecord, reason: string): AuditRecord {
  const message = { rule_id: '0', message: reason };
  const messages = [message, ...transaction.messages];
  return { transaction: { ...transaction, is_interrupted: true, messages } };
}
