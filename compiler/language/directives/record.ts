/** What is known of a directive that is no rule: what its argument is and which setting it fills. */
import type { Settings } from '../../../runtime/engine/host/compiled-waf.ts';
import type { NameRecord } from '../name-record.ts';

/** `Name` keeps only the keys of Settings whose values have the type. */
type SettingOf<Value> = {
  [Name in keyof Settings]-?: Value extends Settings[Name] ? Name : never;
}[keyof Settings];

/** A directive that fills a setting, or is handled in resolve-settings.ts (Own). */
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
    /** Handled one by one in resolve-settings.ts. */
    | { readonly kind: 'Own' }
  );

export type DirectiveRecord =
  | SettingRecord
  | { readonly kind: 'Ignored'; readonly why: string }
  | { readonly kind: 'Refused'; readonly why: string };

/** By the manual's spelling. */
export type DirectiveRecords = Readonly<Record<string, DirectiveRecord>>;
