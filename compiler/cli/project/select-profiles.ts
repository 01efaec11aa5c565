/** Selects the profiles of a command: --entry files, --profile, or the default profiles. */
import type { Profile } from '#compiler/compile.ts';
import {
  debugLevelProblem,
  defaultNames,
  everyName,
  profileOfEntries,
  readProfile,
  withDebugLevel,
} from '#compiler/profile.ts';
import { cannotRead, hasWildcard, type RuleFiles } from '#compiler/rule-files.ts';
import { entryOf } from './rule-paths.ts';

export type Selected =
  | { readonly kind: 'Ok'; readonly profiles: readonly Profile[] }
  | { readonly kind: 'Error'; readonly message: string };

export type SelectedOne =
  | { readonly kind: 'Ok'; readonly profile: Profile }
  | { readonly kind: 'Error'; readonly message: string };

type Options = {
  readonly profile?: string;
  readonly entry: readonly string[];
  readonly skipUnsupported?: boolean;
  /** Without a name: all profiles of the project instead of the default ones. */
  readonly allProfiles?: boolean;
  /** With files, `profile` is the name of the program that they form, not that of a profile. */
  readonly profileNamesFiles?: boolean;
};

export function selectProfiles(options: Options, files: RuleFiles): Selected {
  const problem = debugLevelProblem(process.env);
  if (problem !== undefined) return { kind: 'Error', message: problem };
  const selected = findProfiles(options, files);
  if (selected.kind === 'Error') return selected;
  const module = selected.profiles.flatMap(({ entries }) => entries).find(isModule);
  if (module !== undefined) return { kind: 'Error', message: notRules(module) };
  if (options.skipUnsupported !== true) return selected;
  const profiles = selected.profiles.map((profile) => ({ ...profile, skipUnsupported: true }));
  return { kind: 'Ok', profiles };
}

function findProfiles(options: Options, files: RuleFiles): Selected {
  const { profile: name, entry } = options;
  if (name !== undefined && !FILE_NAME.test(name)) return { kind: 'Error', message: badName(name) };
  if (entry.length > 0) return profileOfFiles(options, files);
  const profiles: Profile[] = [];
  for (const each of namesOf(options, files)) {
    const result = readProfile(each, files, process.env);
    if (result.kind === 'Ok') profiles.push(result.profile);
    else
      return name === undefined ? { kind: 'Error', message: `${result.message} ${HINT}` } : result;
  }
  return { kind: 'Ok', profiles };
}

function profileOfFiles(
  { profile: name, entry, profileNamesFiles }: Options,
  files: RuleFiles,
): Selected {
  if (name !== undefined && profileNamesFiles !== true) {
    return { kind: 'Error', message: 'Name a profile or rule files, not both.' };
  }
  const missing = entry.find((path) => entryOf(path, files) === undefined);
  if (missing !== undefined) return { kind: 'Error', message: missingEntry(missing, files) };
  const paths = entry.map((path) => entryOf(path, files) ?? path);
  const profile = { ...profileOfEntries(name ?? 'custom', paths), mayBePart: true };
  return { kind: 'Ok', profiles: [withDebugLevel(profile, process.env)] };
}

function namesOf({ profile, allProfiles }: Options, files: RuleFiles): readonly string[] {
  if (profile !== undefined) return [profile];
  return allProfiles === true ? everyName(files) : defaultNames(files, process.env);
}

/** Profiles are read only from profiles/NAME.json and written only to generated/NAME. */
const FILE_NAME = /^(?!\.)[^\p{Cc}/\\]+$/u;

/** Says where users of the npm package find profiles. */
export const PACKAGE_PROFILES = 'The npm package has its own: node_modules/portcullis-waf.';
const HINT = `Name rule files, or start in the folder that has profiles/. ${PACKAGE_PROFILES}`;

/** Selects a profile for commands that use one: the first when neither files nor a profile are named. */
export function selectProfile(options: Options, files: RuleFiles): SelectedOne {
  const [first] = defaultNames(files, process.env);
  const isNamed = options.profile !== undefined || options.entry.length > 0 || first === undefined;
  const one = isNamed ? options : { ...options, profile: first };
  const selected = selectProfiles(one, files);
  if (selected.kind === 'Error') {
    return isNamed ? selected : { kind: 'Error', message: `${selected.message} ${HINT}` };
  }
  const [profile] = selected.profiles;
  return profile === undefined
    ? { kind: 'Error', message: 'There is no profile.' }
    : { kind: 'Ok', profile };
}

function isModule({ text }: Profile['entries'][number]): boolean {
  return text.endsWith('.mjs');
}

function notRules({ text, span }: Profile['entries'][number]): string {
  return `${span.source.path}: ${text} is a compiled module, and this command needs rule files.`;
}

function missingEntry(path: string, files: RuleFiles): string {
  return hasWildcard(path) ? `No file matches ${path}.` : cannotRead(path, files);
}

function badName(name: string): string {
  const shown = JSON.stringify(name);
  return `${shown} is not a valid profile name: it names files, so it cannot contain slashes or control characters, or begin with a dot.`;
}
