/** The record of a request whose body the host has refused at a limit, before rules could decide. */
import type { AuditRecord } from './audit-types.ts';

/** Says what the host has refused, as rule 0, like the engine about its own limits. */
export function recordRefusal({ transaction }: AuditRecord): AuditRecord {
  const message = { rule_id: '0', message: 'The request body is too large' };
  const messages = [message, ...transaction.messages];
  return { transaction: { ...transaction, is_interrupted: true, messages } };
}
