/** What a check of one part of the installation finds. */

import type { SettingsRead } from '../../../../runtime/proxy/settings/read-settings.ts';
import type { Analysis } from '../../../compile.ts';
import type { RuleFiles } from '../../../rule-files.ts';

export type Condition = {
  /** Which part: `node`, `profile pl1`, `port`. */
  readonly part: string;
  /** note: works, and worth knowing. */
  readonly state: 'ok' | 'note' | 'failed';
  readonly message: string;
  readonly hint: string | undefined;
};

/** A profile by its name; read and analysed once for all checks. */
export type InstalledProfile = { readonly name: string } & (
  | { readonly kind: 'Rules'; readonly analysis: Analysis }
  /** The environment names a compiled module instead of rule files. */
  | { readonly kind: 'Module'; readonly path: string }
  | { readonly kind: 'Unreadable'; readonly message: string }
);

/** The installation as checks see it; tests have one of their own. */
export type Installation = {
  readonly files: RuleFiles;
  readonly profiles: readonly InstalledProfile[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly read: SettingsRead;
  /** `20.20.2`. */
  readonly nodeRelease: string;
  readonly nodeArguments: readonly string[];
  /** Why a file in this folder could not be written; undefined: it could. */
  readonly whyNotWritable: (folder: string) => string | undefined;
  /** Why nobody could listen there; undefined: one could. */
  readonly whyNotFree: (host: string, port: number) => Promise<string | undefined>;
};

export type Check = (
  installation: Installation,
) => readonly Condition[] | Promise<readonly Condition[]>;

export function ok(part: string, message: string): Condition {
  return { part, state: 'ok', message, hint: undefined };
}

export function note(part: string, message: string, hint?: string): Condition {
  return { part, state: 'note', message, hint };
}

export function failed(part: string, message: string, hint: string): Condition {
  return { part, state: 'failed', message, hint };
}
