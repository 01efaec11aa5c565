/** Writes the audit log in the format and files that a profile configures (SecAuditLogFormat, SecAuditLogType). */
import { createHash, randomBytes } from 'node:crypto';
import type { Settings, Transaction } from '#engine/host/compiled-waf.ts';
import { auditRecord } from '#engine/log/audit-record.ts';
import type { AuditRecord } from '#engine/log/audit-types.ts';
import { formatAuditRecord } from '#engine/log/format-audit-record.ts';
import { formatIndexLine, recordPath } from '#engine/log/format-index-line.ts';
import { formatNativeRecord } from '#engine/log/format-native-record.ts';
import { isAuditable } from '#engine/log/is-auditable.ts';
import { recordRefusal } from '#engine/log/record-refusal.ts';
import type { Redaction } from '#engine/log/redact.ts';
import type { Inspection } from '../waf/inspection.ts';
import type { LineEncoding } from './log-batch.ts';
import type { LogSink, Logs } from './logs.ts';

export type AuditLog = {
  /** Logs an inspection after its phase 5, if it is auditable (SecAuditEngine). */
  readonly log: (inspection: Inspection) => void;
  /** Writes all queued records synchronously. */
  readonly flush: () => void;
};

/**
 * `target`: AUDIT_LOG, or "" for SecAuditLog. With SecAuditLogType Concurrent that file is the optional index.
 * Returns undefined when nothing is to be logged. Throws when a file or folder cannot be opened.
 */
export function openAuditLog(
  logs: Logs,
  settings: Settings,
  target: string,
  redact: Redaction,
): AuditLog | undefined {
  if (settings.auditEngine === 'Off' && target === '') return undefined;
  const file = logs.open(target === '' ? (settings.auditLogPath ?? 'off') : target);
  const isOff = target === 'off' || (file === undefined && settings.auditLogType === 'Serial');
  if (isOff) return undefined;
  const { store, flush } =
    settings.auditLogType === 'Serial' ? serialStore(file) : concurrentStore(logs, settings, file);
  const format = settings.auditLogFormat === 'Native' ? nativeText : jsonText;
  const log = (inspection: Inspection): void => {
    const { transaction, profile, decisionFor, traceId, hostRefusal, finalStatus } = inspection;
    if (!isRecorded(inspection, settings)) return;
    const { manifest } = profile.waf;
    const { policy } = profile;
    const found = auditRecord(transaction, settings, manifest, new Date(), redact);
    const sent = finalStatus === undefined ? found : withStatus(found, finalStatus);
    const plain = hostRefusal === undefined ? sent : recordRefusal(sent, hostRefusal);
    const whole =
      policy === undefined && traceId === undefined ? plain : naming(plain, policy, traceId);
    const record = decisionFor === undefined ? whole : markDecision(whole, decisionFor);
    store(record, format(transaction, record, redact));
  };
  return { log, flush };
}

/** Refusals by the host are recorded like verdicts; faults of the engine even when SecAuditEngine is Off. */
function isRecorded(
  { transaction, engineError, hostRefusal }: Inspection,
  settings: Settings,
): boolean {
  if (engineError !== undefined || isAuditable(transaction, settings)) return true;
  return hostRefusal !== undefined && transaction.auditEngine !== 'Off';
}

/** Replaces the status of a verdict, which the client does not get, by the one of the reply. */
function withStatus({ transaction }: AuditRecord, status: number): AuditRecord {
  return { transaction: { ...transaction, response: { ...transaction.response, status } } };
}

/** A formatted record without a final line end. */
type RecordText = { readonly text: string; readonly encoding: LineEncoding };

type Store = {
  readonly store: (record: AuditRecord, formatted: RecordText) => void;
  readonly flush: () => void;
};

function serialStore(file: LogSink): Store {
  return {
    store: (_record, { text, encoding }) => file?.write(text, encoding),
    flush: () => file?.flush(),
  };
}

/** Writes each record to its own file, and then a line to the index. */
function concurrentStore(logs: Logs, settings: Settings, index: LogSink): Store {
  const { auditLogStorageDir, auditLogDirMode, auditLogFileMode } = settings;
  if (auditLogStorageDir === undefined) throw new Error('SecAuditLogStorageDir is not set');
  const folder = logs.openFolder(auditLogStorageDir, {
    directory: auditLogDirMode,
    file: auditLogFileMode,
  });
  return {
    store: ({ transaction }, { text, encoding }) => {
      const path = recordPath(transaction);
      const bytes = Buffer.from(text, encoding);
      const written = (): void => {
        const md5 = createHash('md5').update(bytes).digest('hex');
        const line = formatIndexLine(transaction, { path, size: bytes.length, md5 });
        index?.write(line, 'latin1');
      };
      folder.write({ path, bytes, written });
    },
    flush: () => {
      folder.flush();
      index?.flush();
    },
  };
}

/** Names the program that queried the decision service in the producer (part H). */
function markDecision({ transaction }: AuditRecord, front: string): AuditRecord {
  const { producer } = transaction;
  if (producer === undefined) return { transaction };
  const connector = `${producer.connector}, decision for ${front}`;
  return { transaction: { ...transaction, producer: { ...producer, connector } } };
}

/** Adds the names of the policy and of the trace that the request belongs to. */
function naming(
  { transaction }: AuditRecord,
  policy: string | undefined,
  traceId: string | undefined,
): AuditRecord {
  return {
    transaction: {
      ...transaction,
      ...(policy === undefined ? {} : { policy }),
      ...(traceId === undefined ? {} : { trace_id: traceId }),
    },
  };
}

function jsonText(_transaction: Transaction, record: AuditRecord): RecordText {
  return { text: formatAuditRecord(record), encoding: 'utf8' };
}

function nativeText(transaction: Transaction, record: AuditRecord, redact: Redaction): RecordText {
  const boundary = randomBytes(5).toString('hex');
  const text = formatNativeRecord(transaction, record, boundary, redact);
  return { text: text.slice(0, -1), encoding: 'latin1' };
}
