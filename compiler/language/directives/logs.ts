/** Directives of the audit log and the debug log, and of the names that logs show. */
import type { DirectiveRecords } from './record.ts';

export const logs: DirectiveRecords = {
  SecAuditEngine: {
    documentation: 'Which transactions go to the audit log.',
    kind: 'Choice',
    setting: 'auditEngine',
    choices: ['On', 'Off', 'RelevantOnly'],
  },
  SecAuditLog: {
    documentation: 'The file of the audit log.',
    kind: 'Text',
    setting: 'auditLogPath',
  },
  SecAuditLogDirMode: {
    documentation: 'The permissions of folders that SecAuditLogType Concurrent makes.',
    differs: 'Octal, or default: 0750.',
    kind: 'Mode',
    setting: 'auditLogDirMode',
  },
  SecAuditLogFileMode: {
    documentation: 'The permissions of files that SecAuditLogType Concurrent makes.',
    differs: 'Octal, or default: 0640. Of the files that Concurrent makes.',
    kind: 'Mode',
    setting: 'auditLogFileMode',
  },
  SecAuditLogFormat: {
    documentation: 'The format of the audit log.',
    differs:
      'JSON unless it is set, or Native; no OCSF, no JsonLegacy. Part K of Native is empty: compiled modules do not hold the text of rules.',
    kind: 'Choice',
    setting: 'auditLogFormat',
    choices: ['JSON', 'Native'],
  },
  SecAuditLogParts: {
    documentation:
      'What an audit record holds, a letter each: A head, B request headers, C request body, F response headers, H what matched, Z end.',
    kind: 'Own',
  },
  SecAuditLogRelevantStatus: {
    documentation: 'An expression for the statuses that make a transaction relevant.',
    differs:
      'A matched rule or this status is enough, as in ModSecurity; Coraza wants both. Look-around is allowed.',
    kind: 'Own',
  },
  SecAuditLogStorageDir: {
    documentation: 'The folder of an audit log with one file a transaction.',
    kind: 'Text',
    setting: 'auditLogStorageDir',
  },
  SecAuditLogType: {
    documentation: 'One file for all records, or one for each.',
    differs:
      'Serial or Concurrent, whose index lines in SecAuditLog are those of ModSecurity 2, in UTC; no HTTPS, no Syslog.',
    kind: 'Choice',
    setting: 'auditLogType',
    choices: ['Serial', 'Concurrent'],
  },
  SecComponentSignature: {
    documentation: 'The name of a rule set, for the audit log.',
    kind: 'Own',
  },
  SecDebugLog: {
    documentation: 'The file of the debug log.',
    kind: 'Text',
    setting: 'debugLogPath',
  },
  SecDebugLogLevel: {
    documentation:
      'How much the debug log says: 0 nothing, 1 errors, 3 matches, 4 phases, 9 every rule and value.',
    differs:
      '1 errors, 3 matches, 4 phases and verdicts, 9 every rule with its values and results: a program compiled for level 9 decides nothing beforehand and is slower; others have no code for it.',
    kind: 'Number',
    setting: 'debugLogLevel',
    from: 0,
    to: 9,
  },
  SecWebAppId: {
    documentation: 'The name of the application: collections of other names are kept apart.',
    kind: 'Text',
    setting: 'webAppId',
  },
};
