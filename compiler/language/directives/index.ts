/** All directives, one record for each name. */
import { byLowerName } from '../name-record.ts';
import { inspection } from './inspection.ts';
import { logs } from './logs.ts';
import type { DirectiveRecord, DirectiveRecords } from './record.ts';
import { unsupported } from './unsupported.ts';

export { type DirectiveRecord, settingValues } from './record.ts';
export { ruleDirectives } from './rules.ts';

/** The record with its name as the manual spells it. */
export type SettingDirective = DirectiveRecord & { readonly name: string };

const supported = { ...inspection, ...logs } satisfies DirectiveRecords;
type Supported = typeof supported;

/** The directives whose kind is Own. */
export type OwnDirective = {
  [Name in keyof Supported]: Supported[Name]['kind'] extends 'Own' ? Name : never;
}[keyof Supported];

/** Directives other than those for rules, by name in lower case. */
export const directives: ReadonlyMap<string, SettingDirective> = byLowerName<DirectiveRecord>({
  ...supported,
  ...unsupported,
});
