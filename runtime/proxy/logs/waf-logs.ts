/** What the rules found, on its way to audit log and error log. */
import type { Settings } from '../../engine/host/compiled-waf.ts';
import { errorLogLine } from '../../engine/log/error-log.ts';
import type { Redaction } from '../../engine/log/redact.ts';
import type { Inspection } from '../waf/inspection.ts';
import { openAuditLog } from './audit-log.ts';
import { openDebugLog } from './debug-log.ts';
import type { Logs } from './logs.ts';

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
  const auditLog = openAuditLog(logs, settings, options.auditLog, redact);
  const debugLog = openDebugLog(logs, settings, options.debugLevel, redact);
  return (inspection) => {
    const { transaction } = inspection;
    debugLog?.(inspection);
    for (const match of transaction.matches) {
      if (errorLog === undefined || !match.rule.log) continue;
      errorLog.write(Buffer.from(errorLogLine(transaction, match, redact), 'latin1'));
    }
    auditLog?.log(inspection);
    if (!sync) return;
    errorLog?.flush();
    auditLog?.flush();
  };
}
