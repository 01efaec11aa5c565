/** Formats audit records as JSON, one a line, such that every byte can be recovered. */
import type { AuditRecord } from './audit-types.ts';
import { escapeUnseen, showBytes } from './json-text.ts';

/** Returns one JSON object without a line end, as characters (write it as UTF-8). */
export function formatAuditRecord(record: AuditRecord): string {
  return escapeUnseen(JSON.stringify(record, showValue));
}

function showValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return showBytes(value);
  if (!(value instanceof Map)) return value;
  // Object.fromEntries defines own properties, so a header named __proto__ is safe.
  return Object.fromEntries(
    Array.from(value, ([name, values]) => [showBytes(String(name)), values]),
  );
}
