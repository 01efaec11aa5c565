/** Environment variables of rules on trial (docs/shadow-rules.md). */
import { setting } from './setting.ts';
import { decimal, text } from './setting-types.ts';

export const shadowSettings = {
  shadowRules: setting(
    'SHADOW_RULES',
    text,
    '',
    'A compiled module (`*.mjs`) of rules on trial. It inspects a sample of the requests in its own thread, without any effect on them (docs/shadow-rules.md).',
    { shown: 'none' },
  ),
  shadowSample: setting(
    'SHADOW_SAMPLE',
    decimal(0, 1),
    0.1,
    'Fraction of the requests that SHADOW_RULES inspect, from 0 to 1; 1 is all.',
  ),
  shadowReport: setting(
    'SHADOW_REPORT',
    text,
    'shadow-report.jsonl',
    'Where requests are reported that SHADOW_RULES decide differently from the rules in force: `stdout`, `stderr`, `off` or a file.',
  ),
} as const;
