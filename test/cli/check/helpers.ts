/** Rule texts in memory -> findings, as `portcullis check` has them. */
import type { Checked } from '#compiler/cli/findings/check-in-steps.ts';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { memoryFiles, type TextFiles } from '../../helpers/compile-text.ts';

/** `profiles`: the entry files of each, by the profile's name. */
export function checkFiles(
  files: TextFiles,
  profiles: Readonly<Record<string, readonly string[]>>,
): Checked {
  const each = Object.entries(profiles).map(([name, entries]) => profileOfEntries(name, entries));
  return checkProfiles(each, memoryFiles(files));
}

export function checkText(text: string): Checked {
  return checkFiles({ 'rules.conf': text }, { test: ['rules.conf'] });
}
