/** What the rules found, on its way to audit log and error log. */
import type { Settings } from '../../engine/compiled-waf.ts';
import { auditRecord } from '../../engine/log/audit-record.ts';
import { errorLogLine } from '../../engine/log/error-log.ts';
import { formatAuditRecord } from '../../engine/log/format-audit-record.ts';
import { isAuditable } from '../../engine/log/is-auditable.ts';
import type { Redaction } from '../../engine/log/redact.ts';
import type { Inspection } from '../waf/inspection.ts';
import { openDebugLog } from './debug-log.ts';
import type { LogSink, Logs } from './logs.ts';

export type WafLogOptions = {
  readonly errorLog: string;
  /** "": the profile's SecAuditLog. */
  readonly auditLog: string;
  readonly redact: Redaction;
  readonly debugLevel: number;
  /** Lines are in the file before the call that logs them returns. */
  readonly sync: boolean;
};

/** Logs an inspection whose phase 5 has run. */
export type WafLog = (inspection: Inspection) => void;

/** Opens the logs of one profile; throws when one cannot be opened. */
export function openWafLog(logs: Logs, settings: Settings, options: WafLogOptions): WafLog {
  const { redact, sync } = options;
  const errorLog = logs.open(options.errorLog);
  const auditLog = logs.open(options.auditLog === '' ? profileTarget(settings) : options.auditLog);
  const debugLog = openDebugLog(logs, settings, options.debugLevel, redact);
  return (inspection) => {
    const { transaction, profile, fault } = inspection;
    debugLog?.(inspection);
    for (const match of transaction.matches) {
      if (errorLog === undefined || !match.rule.log) continue;
      write(errorLog, Buffer.from(errorLogLine(transaction, match, redact), 'latin1'), sync);
    }
    if (auditLog === undefined) return;
    if (fault === undefined && !isAuditable(transaction, settings)) return;
    const { manifest } = profile.waf;
    const record = auditRecord(transaction, settings, manifest, new Date(), redact);
    write(auditLog, Buffer.from(formatAuditRecord(record)), sync);
  };
}

function profileTarget({ auditEngine, auditLogPath }: Settings): string {
  return auditEngine === 'Off' || auditLogPath === undefined ? 'off' : auditLogPath;
}

function write(sink: NonNullable<LogSink>, line: Buffer, sync: boolean): void {
  sink.write(line);
  if (sync) sink.flush();
}
