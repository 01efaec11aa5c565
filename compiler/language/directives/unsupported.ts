/** Directives of other engines that are refused here, or ignored with a warning. */
import type { DirectiveRecord, DirectiveRecords } from './record.ts';

const LINEAR = 'Matching is linear in the input; there is no backtracking to limit.';
const NO_REWRITE = 'Requests and responses are inspected, never rewritten.';
const PROXY_LIMITS = 'Set the connection limits of the proxy in its environment.';
const NO_REMOTE = 'Rules are compiled ahead of time from local files.';
const APACHE = 'It configures the Apache module.';

const ignored = (why: string): DirectiveRecord => ({ kind: 'Ignored', why });
const refused = (why: string): DirectiveRecord => ({ kind: 'Refused', why });

export const unsupported: DirectiveRecords = {
  SecAuditLog2: refused('One audit log is written.'),
  SecAuditLogPrefix: ignored('Each record has its fields under their own names.'),
  SecCacheTransformations: ignored('Results are always shared.'),
  SecChrootDir: ignored('Run the proxy in a container.'),
  SecConnEngine: ignored(PROXY_LIMITS),
  SecConnReadStateLimit: ignored(PROXY_LIMITS),
  SecConnWriteStateLimit: ignored(PROXY_LIMITS),
  SecContentInjection: ignored(NO_REWRITE),
  SecCookieV0Separator: ignored('Cookies are separated by a semicolon.'),
  SecDisableBackendCompression: ignored(NO_REWRITE),
  SecGeoLookupDb: ignored('The proxy reads GEO_DB_PATH.'),
  SecGsbLookupDb: ignored('@gsbLookup is not supported.'),
  SecGuardianLog: ignored(APACHE),
  SecHashEngine: ignored(NO_REWRITE),
  SecHashKey: ignored(NO_REWRITE),
  SecHashMethodPm: ignored(NO_REWRITE),
  SecHashMethodRx: ignored(NO_REWRITE),
  SecHashParam: ignored(NO_REWRITE),
  SecHttpBlKey: ignored('@rbl is not supported.'),
  SecIgnoreRuleCompilationErrors: refused('A rule with an error is never ignored silently.'),
  SecInterceptOnError: ignored('Errors always fail closed (ENGINE_ON_ERROR).'),
  SecParseXmlIntoArgs: refused('XML is inspected as XML:/* and XML://@*.'),
  SecPcreMatchLimitRecursion: ignored(LINEAR),
  SecReadStateLimit: ignored(PROXY_LIMITS),
  SecRemoteRules: refused(NO_REMOTE),
  SecRemoteRulesFailAction: ignored(NO_REMOTE),
  SecRequestEncoding: ignored('Bytes are inspected as they are.'),
  SecRuleInheritance: ignored('A profile is one list of files.'),
  SecRulePerfTime: ignored('Use portcullis bench.'),
  SecRuleScript: refused('Running scripts inside a proxy is not safe.'),
  SecRxPreFilter: ignored('Literals are always searched first.'),
  SecSensorId: ignored('server_id contains the host name.'),
  SecServerSignature: ignored(NO_REWRITE),
  SecStatusEngine: ignored('Portcullis reports nothing to third parties.'),
  SecStreamInBodyInspection: ignored(NO_REWRITE),
  SecStreamOutBodyInspection: ignored(NO_REWRITE),
  SecTmpDir: ignored('Large bodies are stored in SecDataDir.'),
  SecTmpSaveUploadedFiles: ignored('Uploads are inspected, never stored.'),
  SecUnicodeMap: ignored('The directive is called SecUnicodeMapFile.'),
  SecUploadDir: ignored('Uploads are inspected, never stored.'),
  SecUploadFileMode: ignored('Uploads are inspected, never stored.'),
  SecUploadKeepFiles: ignored('Uploads are inspected, never stored.'),
  SecWriteStateLimit: ignored(PROXY_LIMITS),
  SecXmlExternalEntity: ignored('External entities are never loaded.'),
};
