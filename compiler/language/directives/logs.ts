/** Directives of the audit log and the debug log, and of the names that logs show. */
import type { DirectiveRecords } from './record.ts';

export const logs = {
  SecAuditEngine: {
    documentation: 'Which transactions the audit log records.',
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
    documentation: 'The permissions of folders that SecAuditLogType Concurrent creates.',
    differs: 'Octal; the default is 0750.',
    kind: 'Mode',
    setting: 'auditLogDirMode',
  },
  SecAuditLogFileMode: {
    documentation: 'The permissions of files that SecAuditLogType Concurrent creates.',
    differs: 'Octal; the default is 0640. Applies to the files that Concurrent creates.',
    kind: 'Mode',
    setting: 'auditLogFileMode',
  },
  SecAuditLogFormat: {
    documentation: 'The format of the audit log.',
    differs:
      'JSON (the default) or Native, but not OCSF or JsonLegacy. Part K of Native is empty: compiled modules do not contain the text of rules.',
    kind: 'Choice',
    setting: 'auditLogFormat',
    choices: ['JSON', 'Native'],
  },
  SecAuditLogParts: {
    documentation:
      'The parts of an audit record, one letter each: A header, B request headers, C request body, F response headers, H matched rules, Z end.',
    kind: 'Own',
  },
  SecAuditLogRelevantStatus: {
    documentation: 'A regular expression for the statuses that make a transaction relevant.',
    differs:
      'A matched rule or this status is enough, as in ModSecurity; Coraza requires both. Look-around is allowed.',
    kind: 'Own',
  },
  SecAuditLogStorageDir: {
    documentation: 'The folder of an audit log with one file for each transaction.',
    kind: 'Text',
    setting: 'auditLogStorageDir',
  },
  SecAuditLogType: {
    documentation: 'Whether the audit log is one file for all transactions, or one for each.',
    differs:
      'Serial or Concurrent, but not HTTPS or Syslog. The index lines of Concurrent in SecAuditLog have the format of ModSecurity 2, in UTC.',
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
      'The level of the debug log: 0 nothing, 1 errors, 3 matches, 4 phases, 9 every rule and value.',
    differs:
      '1 errors, 3 matches, 4 phases and verdicts, 9 every rule with its values and results. A program that is compiled for level 9 runs without optimisations and is slower; other programs cannot trace rules.',
    kind: 'Number',
    setting: 'debugLogLevel',
    from: 0,
    to: 9,
  },
  SecWebAppId: {
    documentation:
      'The name of the application; each application has its own persistent collections.',
    kind: 'Text',
    setting: 'webAppId',
  },
} satisfies DirectiveRecords;
