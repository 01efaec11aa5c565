/** Which profiles a command works on: --entry files, --profile, or both default ones. */
import type { Profile } from '../compile.ts';
import { hasWildcard, type RuleFiles } from '../files.ts';
import { DEFAULT_PROFILES, profileOfEntries, readProfile } from '../profile.ts';

export type Selected =
  | { readonly kind: 'Ok'; readonly profiles: readonly Profile[] }
  | { readonly kind: 'Error'; readonly message: string };

export function selectProfiles(
  options: { readonly profile?: string; readonly entry: readonly string[] },
  files: RuleFiles,
): Selected {
  if (options.entry.length > 0) {
    const missing = options.entry.find((path) => !isThere(path, files));
    if (missing !== undefined) return { kind: 'Error', message: `Cannot read ${missing}.` };
    const profile = profileOfEntries(options.profile ?? 'custom', options.entry);
    return { kind: 'Ok', profiles: [profile] };
  }
  const names = options.profile === undefined ? DEFAULT_PROFILES : [options.profile];
  const profiles: Profile[] = [];
  for (const name of names) {
    const result = readProfile(name, files, process.env);
    if (result.kind === 'Error') return result;
    profiles.push(result.profile);
  }
  return { kind: 'Ok', profiles };
}

function isThere(path: string, files: RuleFiles): boolean {
  return hasWildcard(path) ? files.glob(path).length > 0 : files.read(path) !== undefined;
}
