/** What `ctl` can change for one transaction. */
import type { AuditEngineMode, RuleEngineMode, Settings } from '../host/compiled-waf.ts';

export type TxControls = {
  ruleEngine: RuleEngineMode;
  auditEngine: AuditEngineMode;
  auditLogParts: string;
  debugLogLevel: number;
  requestBodyAccess: boolean;
  requestBodyLimit: number;
  /** URLENCODED, MULTIPART, JSON, XML, RAW; "" when none is chosen. */
  requestBodyProcessor: string;
  forceRequestBodyVariable: boolean;
  responseBodyAccess: boolean;
  responseBodyLimit: number;
  responseBodyProcessor: string;
  forceResponseBodyVariable: boolean;
};

export function startControls(
  settings: Settings,
  ruleEngine: RuleEngineMode,
  requestBodyProcessor: string,
  requestBodyLimit = settings.requestBodyLimit,
): TxControls {
  return {
    ruleEngine,
    auditEngine: settings.auditEngine,
    auditLogParts: settings.auditLogParts,
    debugLogLevel: settings.debugLogLevel,
    requestBodyAccess: settings.requestBodyAccess,
    requestBodyLimit,
    requestBodyProcessor,
    forceRequestBodyVariable: false,
    responseBodyAccess: settings.responseBodyAccess,
    responseBodyLimit: settings.responseBodyLimit,
    responseBodyProcessor: '',
    forceResponseBodyVariable: false,
  };
}
