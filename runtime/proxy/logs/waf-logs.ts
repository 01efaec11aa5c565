/** Writes the rules' findings to the audit log and the error log. */
import type { Settings } from '#engine/host/compiled-waf.ts';
import { type CommonFields, commonFields, formatLine } from '#engine/log/error-log.ts';
import type { Redaction } from '#engine/log/redact.ts';
import { messageOf } from '../message-of.ts';
import type { Inspection } from '../waf/inspection.ts';
import { openAuditLog } from './audit-log.ts';
import { openDebugLog } from './debug-log.ts';
import type { Logs } from './logs.ts';

export type WafLogOptions = {
  readonly errorLog: string;
  /** "" means the profile's SecAuditLog. */
  readonly auditLog: string;
  readonly redact: Redaction;
  readonly debugLevel: number;
  /** True when lines must be in the file before the call that logs them returns. */
  readonly sync: boolean;
};

/** Logs an inspection after its phase 5. */
export type WafLog = (inspection: Inspection) => void;

export type WafLogOpening =
  | { readonly kind: 'Open'; readonly log: WafLog }
  /** One line per problem, naming the variable. */
  | { readonly kind: 'Failed'; readonly problems: readonly string[] };

/** Opens the logs of one profile, or returns a problem for each that cannot be opened. */
export function openWafLog(logs: Logs, settings: Settings, options: WafLogOptions): WafLogOpening {
  const { redact, sync } = options;
  const problems: string[] = [];
  const attempt = <Log>(variable: string, open: () => Log): Log | undefined => {
    try {
      return open();
    } catch (error) {
      problems.push(`${variable}: the log cannot be opened: ${messageOf(error)}`);
      return undefined;
    }
  };
  const auditPath = options.auditLog;
  const errorLog = attempt('ERROR_LOG', () => logs.open(options.errorLog));
  const auditLog = attempt('AUDIT_LOG', () => openAuditLog(logs, settings, auditPath, redact));
  const level = options.debugLevel;
  const debugLog = attempt('SECDEBUGLOGLEVEL', () => openDebugLog(logs, settings, level, redact));
  if (problems.length > 0) return { kind: 'Failed', problems };
  const log: WafLog = (inspection) => {
    const { transaction } = inspection;
    debugLog?.(inspection);
    let common: CommonFields | undefined;
    for (const match of transaction.matches) {
      if (errorLog === undefined || !match.rule.log) continue;
      common ??= commonFields(transaction, redact);
      errorLog.write(formatLine(common, match), 'latin1');
    }
    auditLog?.log(inspection);
    if (!sync) return;
    errorLog?.flush();
    auditLog?.flush();
  };
  return { kind: 'Open', log };
}
