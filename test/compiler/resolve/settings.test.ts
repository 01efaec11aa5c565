/** Directives that are no rules fill the settings; the last one wins. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings } from '#compiler/2-resolve/resolve-settings.ts';
import type { Settings } from '#engine/host/compiled-waf.ts';
import { resolveText } from './summarize.ts';

const cases: readonly (readonly [text: string, change: Partial<Settings>])[] = [
  ['', {}],
  ['SecRuleEngine on', { ruleEngine: 'On' }],
  ['SecRuleEngine On\nSecRuleEngine detectiononly', { ruleEngine: 'DetectionOnly' }],
  ['secrequestbodyaccess ON', { requestBodyAccess: true }],
  ['SecRequestBodyLimit "13107200"', { requestBodyLimit: 13_107_200 }],
  ['SecRequestBodyNoFilesLimit 1', { requestBodyNoFilesLimit: 1 }],
  ['SecRequestBodyInMemoryLimit 1', { requestBodyInMemoryLimit: 1 }],
  ['SecRequestBodyLimitAction processpartial', { requestBodyLimitAction: 'ProcessPartial' }],
  ['SecResponseBodyLimitAction Reject', { responseBodyLimitAction: 'Reject' }],
  ['SecResponseBodyLimit 1073741824', { responseBodyLimit: 1_073_741_824 }],
  ['SecRequestBodyJsonDepthLimit 5', { jsonDepthLimit: 5 }],
  ['SecResponseBodyJsonDepthLimit 5', { responseJsonDepthLimit: 5 }],
  ['SecArgumentsLimit 5', { argumentsLimit: 5 }],
  ['SecUploadFileLimit 0', { uploadFileLimit: 0 }],
  [
    'SecResponseBodyMimeType a/b\nSecResponseBodyMimeType C/D "e/f"',
    { responseBodyMimeTypes: ['a/b', 'c/d', 'e/f'] },
  ],
  [
    'SecResponseBodyMimeTypesClear\nSecResponseBodyMimeType a/b',
    { responseBodyMimeTypes: ['a/b'] },
  ],
  ['SecAuditEngine RelevantOnly', { auditEngine: 'RelevantOnly' }],
  ['SecAuditLog "/tmp/a b"', { auditLogPath: '/tmp/a b' }],
  ['SecAuditLogFormat native', { auditLogFormat: 'Native' }],
  [
    'SecAuditLogType Concurrent\nSecAuditLogStorageDir /x',
    { auditLogType: 'Concurrent', auditLogStorageDir: '/x' },
  ],
  [
    'SecAuditLogDirMode 0700\nSecAuditLogFileMode 600',
    { auditLogDirMode: 0o700, auditLogFileMode: 0o600 },
  ],
  ['SecAuditLogFileMode 0600\nSecAuditLogFileMode default', {}],
  ['SecAuditLogStorageDir /x', { auditLogStorageDir: '/x' }],
  ['SecAuditLogParts ABIJDEFHZ', { auditLogParts: 'ABIJDEFHZ' }],
  ['SecDebugLog /x\nSecDebugLogLevel 9', { debugLogPath: '/x', debugLogLevel: 9 }],
  ['SecDataDir /data/', { dataDir: '/data/' }],
  ['SecCollectionTimeout 60', { collectionTimeout: 60 }],
  ['SecWebAppId shop', { webAppId: 'shop' }],
  [
    'SecComponentSignature a/1\nSecComponentSignature "b 2"',
    { componentSignatures: ['a/1', 'b 2'] },
  ],
  ['SecCookieFormat 0\nSecArgumentSeparator "&"', {}],
];

for (const [text, change] of cases) {
  test(JSON.stringify(text), () => {
    assert.deepEqual(resolveText(text).settings, { ...defaultSettings, ...change });
  });
}

test('the expression of SecAuditLogRelevantStatus runs in JavaScript', () => {
  const { auditLogRelevantStatus } = resolveText(
    'SecAuditLogRelevantStatus "^(?:5|4(?!04))"',
  ).settings;
  const relevant = new RegExp(auditLogRelevantStatus ?? 'never');
  assert.deepEqual(
    ['500', '403', '404', '200'].map((status) => relevant.test(status)),
    [true, true, false, false],
  );
});
