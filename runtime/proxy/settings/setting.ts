/** Describes one environment variable. */
import type { SettingKind } from './setting-types.ts';

export type Setting<T> = {
  readonly name: string;
  readonly kind: SettingKind<T>;
  readonly fallback: T;
  /** The default as docs/settings.md shows it. */
  readonly shown: string;
  readonly meaning: string;
  readonly aliases: readonly string[];
};

type Extra = { readonly shown?: string; readonly aliases?: readonly string[] };

export function setting<T>(
  name: string,
  kind: SettingKind<T>,
  fallback: T,
  meaning: string,
  extra: Extra = {},
): Setting<T> {
  const shown = extra.shown ?? `\`${String(fallback)}\``;
  return { name, kind, fallback, shown, meaning, aliases: extra.aliases ?? [] };
}
