/** Environment variables of rules on trial (docs/shadow-rules.md). */
import { setting } from './setting.ts';
import { decimal, text } from './setting-types.ts';

export const shadowSettings = {
  shadowRules: setting(
    'SHADOW_RULES',
    text,
    '',
    'A compiled module (`*.mjs`) that judges a sample of requests in a thread of its own, without any effect on them (docs/shadow-rules.md).',
    { shown: 'none' },
  ),
  shadowSample: setting(
    'SHADOW_SAMPLE',
    decimal(0, 1),
    0.1,
    'The part of the requests that it judges: 1 is all.',
  ),
  shadowReport: setting(
    'SHADOW_REPORT',
    text,
    'shadow-report.jsonl',
    'Where it is reported what it decides otherwise: `stdout`, `stderr`, `off` or a file.',
  ),
} as const;
