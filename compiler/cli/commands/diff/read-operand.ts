/** Reads OLD and NEW: a profile of this or another project, a folder of rules, a file or a pattern. */
import type { Profile } from '#compiler/compile.ts';
import { profileOfEntries, readProfile } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';

export type Operand = {
  readonly profile: Profile;
  /** Paths are relative to the folder of the operand, so that a file has the same name on both sides. */
  readonly files: RuleFiles;
};

export type OperandResult =
  | { readonly kind: 'Ok'; readonly operand: Operand }
  | { readonly kind: 'Error'; readonly message: string };

/** `shared` are entries before those of both sides, relative to the working directory. */
export function readOperand(
  text: string,
  shared: readonly string[],
  files: RuleFiles,
  environment: Readonly<Record<string, string | undefined>>,
): OperandResult {
  const [, folder, name] = /^(.*?)\/?profiles\/([^/]+)\.json$/.exec(text) ?? [];
  const isHere = /^[\w-]+$/.test(text) && files.read(`profiles/${text}.json`) !== undefined;
  if ((name !== undefined || isHere) && shared.length > 0) {
    return wrong(`--entry needs files or folders of rules, but ${text} is a profile.`);
  }
  if (name !== undefined) return readFrom(name, filesUnder(folder ?? '', files), {});
  if (isHere) return readFrom(text, files, environment);
  const own = entriesOf(text, files);
  if (own === undefined)
    return wrong(`${text} is not a profile, a rule file or a folder of rules.`);
  const profile = profileOfEntries(text, [...shared, ...own]);
  return { kind: 'Ok', operand: { profile, files } };
}

function wrong(message: string): OperandResult {
  return { kind: 'Error', message };
}

function readFrom(
  name: string,
  files: RuleFiles,
  environment: Readonly<Record<string, string | undefined>>,
): OperandResult {
  const result = readProfile(name, files, environment);
  if (result.kind === 'Error') return result;
  return { kind: 'Ok', operand: { profile: result.profile, files } };
}

function entriesOf(text: string, files: RuleFiles): readonly string[] | undefined {
  const inFolder = `${text.replace(/\/+$/, '')}/*.conf`;
  if (files.glob(inFolder).length > 0) return [inFolder];
  return files.read(text) !== undefined || files.glob(text).length > 0 ? [text] : undefined;
}

/** Returns the files with paths relative to `folder`. */
function filesUnder(folder: string, files: RuleFiles): RuleFiles {
  if (folder === '') return files;
  const inside = (path: string): string => (path.startsWith('/') ? path : `${folder}/${path}`);
  return {
    read: (path) => files.read(inside(path)),
    whyUnreadable: (path) => files.whyUnreadable?.(inside(path)),
    glob: (pattern) =>
      files
        .glob(inside(pattern))
        .map((path) => (pattern.startsWith('/') ? path : path.slice(folder.length + 1))),
  };
}
