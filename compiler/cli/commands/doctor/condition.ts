/** The result of checking one part of the installation. */
import type { Analysis } from '#compiler/compile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { SettingsRead } from '#proxy/settings/read-settings.ts';

export type Condition = {
  /** The part: `node`, `profile pl1`, `port`. */
  readonly part: string;
  /** note: it works, but there is something to know. */
  readonly state: 'ok' | 'note' | 'failed';
  readonly message: string;
  readonly hint: string | undefined;
};

/** A profile by its name. It is read and analysed once for all checks. */
export type InstalledProfile = { readonly name: string } & (
  | { readonly kind: 'Rules'; readonly analysis: Analysis }
  /** The environment names a compiled module instead of rule files. */
  | { readonly kind: 'Module'; readonly path: string }
  /** The environment names a module and other files. */
  | { readonly kind: 'Mixed' }
  | { readonly kind: 'Unreadable'; readonly message: string }
);

/** The installation that checks examine; tests provide their own. */
export type Installation = {
  readonly files: RuleFiles;
  readonly profiles: readonly InstalledProfile[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly read: SettingsRead;
  /** `20.20.2`. */
  readonly nodeRelease: string;
  readonly nodeArguments: readonly string[];
  /** Folders of the command line. Of each list one must be writable. */
  readonly ownFolders: readonly { readonly folders: readonly string[]; readonly what: string }[];
  /** Returns why this file, or a file in this folder, cannot be written; undefined when it can. */
  readonly whyNotWritable: (path: string, kind: 'folder' | 'file') => string | undefined;
  readonly isFolder: (path: string) => boolean;
  /** Returns why no process can listen there; undefined when one can. */
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
