/** All directives, one record for each name. */
import { byLowerName } from '../name-record.ts';
import { inspection } from './inspection.ts';
import { logs } from './logs.ts';
import type { DirectiveRecord } from './record.ts';
import { unsupported } from './unsupported.ts';

export { type DirectiveRecord, settingValues } from './record.ts';
export { ruleDirectives } from './rules.ts';

/** The record with its name as the manual spells it. */
export type SettingDirective = DirectiveRecord & { readonly name: string };

/** Directives other than those for rules, by name in lower case. */
export const directives: ReadonlyMap<string, SettingDirective> = byLowerName({
  ...inspection,
  ...logs,
  ...unsupported,
});
