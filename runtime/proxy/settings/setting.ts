/** Describes one environment variable. */
import type { SettingKind } from './setting-types.ts';

export type Setting<T> = {
  readonly name: string;
  readonly kind: SettingKind<T>;
  /** The default, as `kind` parses it: for `seconds`, milliseconds. */
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
  const written = typeof fallback === 'number' ? fallback / (kind.scale ?? 1) : fallback;
  const shown = extra.shown ?? `\`${String(written)}\``;
  return { name, kind, fallback, shown, meaning, aliases: extra.aliases ?? [] };
}
