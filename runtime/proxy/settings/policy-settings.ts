/** Environment variables that choose a policy by host (docs/policies.md). */
import { hostNames } from './network-types.ts';
import { setting } from './setting.ts';
import { text } from './setting-types.ts';

const none = { shown: 'none' };

export const policySettings = {
  webHosts: setting(
    'PROXY_WEB_HOSTS',
    hostNames,
    [],
    'Hosts that the WEB profile (pl1) applies to; `*` is every host that no list names.',
    { ...none, aliases: ['WAF_WEB_HOSTS'] },
  ),
  apiHosts: setting(
    'PROXY_APIS_HOSTS',
    hostNames,
    [],
    'Hosts that the API profile (pl2) applies to; `*` is every host that no list names.',
    { ...none, aliases: ['WAF_APIS_HOSTS'] },
  ),
  policies: setting(
    'POLICIES',
    text,
    '',
    'JSON file of policies, which set rules, limits and methods by host and path (docs/policies.md).',
    none,
  ),
} as const;
