/** The record of a directive that does not define rules: its argument and the setting that it fills. */
import type { Settings } from '#engine/host/compiled-waf.ts';
import type { NameRecord } from '../name-record.ts';

/** The keys of Settings whose values have the type. */
type SettingOf<Value> = {
  [Name in keyof Settings]-?: Value extends Settings[Name] ? Name : never;
}[keyof Settings];

/** A directive that fills a setting, or that has a function of its own in resolve-settings.ts (Own). */
export type SettingRecord = NameRecord &
  (
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
    /** Each has a function of its own in resolve-settings.ts. */
    | { readonly kind: 'Own' }
  );

export type DirectiveRecord =
  | SettingRecord
  | { readonly kind: 'Ignored'; readonly why: string }
  | { readonly kind: 'Refused'; readonly why: string };

/** Returns the values of a setting that takes one of a few words; none for others. */
export function settingValues(record: DirectiveRecord): readonly string[] {
  if (record.kind === 'Switch') return ['On', 'Off'];
  return record.kind === 'Choice' ? record.choices : [];
}

/** By name as the manual spells it. */
export type DirectiveRecords = Readonly<Record<string, DirectiveRecord>>;
