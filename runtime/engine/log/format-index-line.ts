/**
 * SecAuditLogType Concurrent: the path of a stored record, and the line of the index that names it (manual: Audit
 * Log, concurrent format; docs/spec/logs.md#concurrent-audit-log).
 */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { apacheTime } from './apache-time.ts';
import type { AuditTransaction } from './audit-types.ts';
import { quote } from './quote.ts';

/** Returns `/20260102/20260102-0304/20260102-030405-ID`, in UTC; for ids see request-id.ts. */
export function recordPath({ timestamp, id }: AuditTransaction): string {
  const day = timestamp.slice(0, 10).replaceAll('-', '');
  const time = timestamp.slice(11, 19).replaceAll(':', '');
  const name = id.replace(/[^\w.-]/g, '_').slice(0, 128);
  return `/${day}/${day}-${time.slice(0, 4)}/${day}-${time}-${name}`;
}

/** A stored record as the index describes it. */
export type StoredRecord = {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly md5: string;
};

/**
 * Returns one line without its line end, as ModSecurity 2 writes it and mlogc reads it: host, client, users, time,
 * request line, status, bytes sent, referer, agent, id, session, file, offset, size, hash. An unknown field is `-`.
 */
export function formatIndexLine(record: AuditTransaction, stored: StoredRecord): ByteString {
  const { request, response } = record;
  const line = quote(`${request.method} ${request.uri} ${request.protocol}`);
  const header = (name: string): ByteString => {
    const [, values] = [...request.headers].find(([key]) => lowerAscii(key) === name) ?? [];
    return quote(values?.[0] ?? '-');
  };
  const host = record.server_id === '' ? '-' : record.server_id;
  return [
    `${host} ${record.client_ip} - - [${apacheTime(record.timestamp)}] ${line} ${response.status} -`,
    `${header('referer')} ${header('user-agent')} ${record.id} "-"`,
    `${stored.path} 0 ${stored.size} md5:${stored.md5}`,
  ].join(' ');
}
