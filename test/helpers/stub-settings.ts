/** The settings of a WAF that inspects requests and leaves answers alone: what stub WAFs start from. */
import { defaultSettings } from '#compiler/2-resolve/resolve-settings.ts';
import type { Settings } from '#engine/host/compiled-waf.ts';

export const stubSettings: Settings = {
  ...defaultSettings,
  ruleEngine: 'On',
  requestBodyAccess: true,
  requestBodyLimit: 13_107_200,
  responseBodyMimeTypes: ['text/plain'],
  auditEngine: 'RelevantOnly',
  auditLogParts: 'ABIJDEFHZ',
  dataDir: '/tmp',
  webAppId: '',
};
