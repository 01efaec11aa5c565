/** Formats audit records as JSON, one a line, such that every byte can be recovered. */
import type { AuditRecord } from './audit-types.ts';
import { escapeUnseen, showBytes } from './json-text.ts';

/** In JSON text: what `showBytes` or `escapeUnseen` would change. */
const CHANGED = /[^ -~]|\\\\x/;

/** Returns one JSON object without a line end, as characters (write it as UTF-8). */
export function formatAuditRecord(record: AuditRecord): string {
  // Most records need no conversion, and a call for each of their hundreds of values would take most of the time.
  const json = JSON.stringify(withPlainHeaders(record));
  return CHANGED.test(json) ? escapeUnseen(JSON.stringify(record, showValue)) : json;
}

function withPlainHeaders({ transaction }: AuditRecord): object {
  const { request, response } = transaction;
  return {
    transaction: {
      ...transaction,
      request: { ...request, headers: toObject(request.headers) },
      response: { ...response, headers: toObject(response.headers) },
    },
  };
}

function showValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return showBytes(value);
  if (!(value instanceof Map)) return value;
  return toObject(Array.from(value, ([name, values]) => [showBytes(String(name)), values]));
}

/** Object.fromEntries defines own properties, so a header named __proto__ is safe. */
function toObject(entries: Iterable<readonly [string, unknown]>): object {
  return Object.fromEntries(entries);
}
