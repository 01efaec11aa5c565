/** Every directive; for those that are no rules, what the argument is and which setting it fills. */
import type { Settings } from '../../runtime/engine/host/compiled-waf.ts';

/** `Name` keeps only the keys of Settings whose values have the type. */
type SettingOf<Value> = {
  [Name in keyof Settings]-?: Value extends Settings[Name] ? Name : never;
}[keyof Settings];

export type DirectiveRow =
  | { readonly kind: 'Switch'; readonly setting: SettingOf<boolean> }
  | {
      readonly kind: 'Number';
      readonly setting: SettingOf<number>;
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'Text'; readonly setting: SettingOf<string> }
  /** Octal permission bits. */
  | { readonly kind: 'Mode'; readonly setting: SettingOf<number> }
  | {
      readonly kind: 'Choice';
      readonly setting: keyof Settings;
      readonly choices: readonly string[];
    }
  /** Handled one by one in resolve-settings.ts. */
  | { readonly kind: 'Own' }
  | { readonly kind: 'Ignored'; readonly why: string }
  | { readonly kind: 'Refused'; readonly why: string };

const GIB = 1 << 30;
const onOff = (setting: SettingOf<boolean>): DirectiveRow => ({ kind: 'Switch', setting });
const number = (setting: SettingOf<number>, from: number, to: number): DirectiveRow => ({
  kind: 'Number',
  setting,
  from,
  to,
});
const text = (setting: SettingOf<string>): DirectiveRow => ({ kind: 'Text', setting });
const choice = (setting: keyof Settings, ...choices: readonly string[]): DirectiveRow => ({
  kind: 'Choice',
  setting,
  choices,
});
const own: DirectiveRow = { kind: 'Own' };
const ignored = (why: string): DirectiveRow => ({ kind: 'Ignored', why });
const refused = (why: string): DirectiveRow => ({ kind: 'Refused', why });

const LINEAR = 'Matching is linear in the input; there is no backtracking to limit.';
const NO_REWRITE = 'Requests and responses are inspected, never rewritten.';
const PROXY_LIMITS = 'Set the connection limits of the proxy in its environment.';
const NO_REMOTE = 'Rules are compiled ahead of time from local files.';
const APACHE = 'It configures the Apache module.';

/** As the manual spells them. Look up with directiveRow. */
export const directives: ReadonlyMap<string, DirectiveRow> = new Map<string, DirectiveRow>([
  ['SecArgumentSeparator', own],
  ['SecArgumentsLimit', number('argumentsLimit', 1, 1_000_000)],
  ['SecAuditEngine', choice('auditEngine', 'On', 'Off', 'RelevantOnly')],
  ['SecAuditLog', text('auditLogPath')],
  ['SecAuditLog2', refused('One audit log is written.')],
  ['SecAuditLogDirMode', { kind: 'Mode', setting: 'auditLogDirMode' }],
  ['SecAuditLogFileMode', { kind: 'Mode', setting: 'auditLogFileMode' }],
  ['SecAuditLogFormat', choice('auditLogFormat', 'JSON', 'Native')],
  ['SecAuditLogParts', own],
  ['SecAuditLogPrefix', ignored('Each record carries its fields under their own names.')],
  ['SecAuditLogRelevantStatus', own],
  ['SecAuditLogStorageDir', text('auditLogStorageDir')],
  ['SecAuditLogType', choice('auditLogType', 'Serial', 'Concurrent')],
  ['SecCacheTransformations', ignored('Results are always shared.')],
  ['SecChrootDir', ignored('Run the proxy in a container.')],
  ['SecCollectionTimeout', number('collectionTimeout', 1, 2_147_483_647)],
  ['SecComponentSignature', own],
  ['SecConnEngine', ignored(PROXY_LIMITS)],
  ['SecConnReadStateLimit', ignored(PROXY_LIMITS)],
  ['SecConnWriteStateLimit', ignored(PROXY_LIMITS)],
  ['SecContentInjection', ignored(NO_REWRITE)],
  ['SecCookieFormat', own],
  ['SecCookieV0Separator', ignored('Cookies are separated by a semicolon.')],
  ['SecDataDir', text('dataDir')],
  ['SecDebugLog', text('debugLogPath')],
  ['SecDebugLogLevel', number('debugLogLevel', 0, 9)],
  ['SecDisableBackendCompression', ignored(NO_REWRITE)],
  ['SecGeoLookupDb', ignored('The proxy reads GEO_DB_PATH.')],
  ['SecGsbLookupDb', ignored('@gsbLookup is not supported.')],
  ['SecGuardianLog', ignored(APACHE)],
  ['SecHashEngine', ignored(NO_REWRITE)],
  ['SecHashKey', ignored(NO_REWRITE)],
  ['SecHashMethodPm', ignored(NO_REWRITE)],
  ['SecHashMethodRx', ignored(NO_REWRITE)],
  ['SecHashParam', ignored(NO_REWRITE)],
  ['SecHttpBlKey', ignored('@rbl is not supported.')],
  ['SecIgnoreRuleCompilationErrors', refused('A rule with an error never compiles away silently.')],
  ['SecInterceptOnError', ignored('Errors always fail closed (ENGINE_ON_ERROR).')],
  ['SecParseXmlIntoArgs', refused('XML is inspected as XML:/* and XML://@*.')],
  ['SecPcreMatchLimit', number('pcreMatchLimit', 1, 100_000_000)],
  ['SecPcreMatchLimitRecursion', ignored(LINEAR)],
  ['SecReadStateLimit', ignored(PROXY_LIMITS)],
  ['SecRemoteRules', refused(NO_REMOTE)],
  ['SecRemoteRulesFailAction', ignored(NO_REMOTE)],
  ['SecRequestBodyAccess', onOff('requestBodyAccess')],
  ['SecRequestBodyInMemoryLimit', number('requestBodyInMemoryLimit', 1, GIB)],
  ['SecRequestBodyJsonDepthLimit', number('jsonDepthLimit', 1, 100_000)],
  ['SecRequestBodyLimit', number('requestBodyLimit', 1, GIB)],
  ['SecRequestBodyLimitAction', choice('requestBodyLimitAction', 'Reject', 'ProcessPartial')],
  ['SecRequestBodyNoFilesLimit', number('requestBodyNoFilesLimit', 1, GIB)],
  ['SecRequestEncoding', ignored('Bytes are inspected as they are.')],
  ['SecResponseBodyAccess', onOff('responseBodyAccess')],
  ['SecResponseBodyJsonDepthLimit', number('jsonDepthLimit', 1, 100_000)],
  ['SecResponseBodyLimit', number('responseBodyLimit', 1, GIB)],
  ['SecResponseBodyLimitAction', choice('responseBodyLimitAction', 'Reject', 'ProcessPartial')],
  ['SecResponseBodyMimeType', own],
  ['SecResponseBodyMimeTypesClear', own],
  ['SecRuleEngine', choice('ruleEngine', 'On', 'Off', 'DetectionOnly')],
  ['SecRuleInheritance', ignored('A profile is one list of files.')],
  ['SecRulePerfTime', ignored('Use portcullis bench.')],
  ['SecRuleScript', refused('Running scripts inside a proxy is not safe.')],
  ['SecRxPreFilter', ignored('Literals are always searched first.')],
  ['SecSensorId', ignored('server_id carries the host name.')],
  ['SecServerSignature', ignored(NO_REWRITE)],
  ['SecStatusEngine', ignored('Nothing is ever reported to anybody.')],
  ['SecStreamInBodyInspection', ignored(NO_REWRITE)],
  ['SecStreamOutBodyInspection', ignored(NO_REWRITE)],
  ['SecTmpDir', ignored('Large bodies go to SecDataDir.')],
  ['SecTmpSaveUploadedFiles', ignored('Uploads are inspected, never kept.')],
  ['SecUnicodeCodePage', own],
  ['SecUnicodeMap', ignored('The directive is called SecUnicodeMapFile.')],
  ['SecUnicodeMapFile', own],
  ['SecUploadDir', ignored('Uploads are inspected, never kept.')],
  ['SecUploadFileLimit', number('uploadFileLimit', 0, 1_000_000)],
  ['SecUploadFileMode', ignored('Uploads are inspected, never kept.')],
  ['SecUploadKeepFiles', ignored('Uploads are inspected, never kept.')],
  ['SecWebAppId', text('webAppId')],
  ['SecWriteStateLimit', ignored(PROXY_LIMITS)],
  ['SecXmlExternalEntity', ignored('External entities are never loaded.')],
]);

/** The directives that make and change rules: the grammar has a form of its own for each. */
export const ruleDirectives: readonly string[] = [
  'Include',
  'IncludeOptional',
  'SecAction',
  'SecDataset',
  'SecDefaultAction',
  'SecMarker',
  'SecRule',
  'SecRuleRemoveById',
  'SecRuleRemoveByMsg',
  'SecRuleRemoveByTag',
  'SecRuleUpdateActionById',
  'SecRuleUpdateTargetById',
  'SecRuleUpdateTargetByMsg',
  'SecRuleUpdateTargetByTag',
];

const byLowerName: ReadonlyMap<string, readonly [name: string, row: DirectiveRow]> = new Map(
  [...directives].map(([name, row]) => [name.toLowerCase(), [name, row]]),
);

/** The manual's spelling and the row, whatever the case of `name`. */
export function directiveRow(name: string): readonly [name: string, row: DirectiveRow] | undefined {
  return byLowerName.get(name.toLowerCase());
}
