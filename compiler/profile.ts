/** Reads profiles from profiles/NAME.json, from lists in the environment, or from files named on the command line. */
import type { Text } from './1-parse/ast.ts';
import type { Profile } from './compile.ts';
import { jsonMistake, parseJson } from './json.ts';
import { pathOfBytes, type RuleFiles, whyNotRead } from './rule-files.ts';
import { BUILT_IN_RULES, lockedRules } from './rules-lock.ts';
import { type SourceFile, shownPath } from './source.ts';

/**
 * Environment variables in which operators set the list of rule files instead of the default
 * (docs/spec/service.md#rule-files).
 */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['pl1', 'ENGINE_RULES_PATH_SITES'],
  ['pl2', 'ENGINE_RULES_PATH_APIS'],
]);

const PLACEHOLDER = '{rules}';

export const DEFAULT_PROFILES: readonly string[] = ['pl1', 'pl2'];

/** Returns the names of profiles/*.json, in their order. */
export function profileNames(files: RuleFiles): readonly string[] {
  return files.glob('profiles/*.json').map((path) => path.replace(/^.*\/|\.json$/g, ''));
}

/**
 * Returns the profiles that commands use when none is named: pl1 and pl2, or all profiles of a project that has not
 * both, in its files or in the environment.
 */
export function defaultNames(files: RuleFiles, environment: Environment): readonly string[] {
  const found = profileNames(files);
  const hasDefaults = DEFAULT_PROFILES.every(
    (name) => found.includes(name) || environment[LISTS.get(name) ?? ''] !== undefined,
  );
  return hasDefaults || found.length === 0 ? DEFAULT_PROFILES : found;
}

/** Returns all profiles of the project. The proxy is built with these. */
export function everyName(files: RuleFiles): readonly string[] {
  const found = profileNames(files);
  return found.length === 0 ? DEFAULT_PROFILES : found;
}

type Environment = Readonly<Record<string, string | undefined>>;

export type ProfileResult =
  | { readonly kind: 'Ok'; readonly profile: Profile }
  | { readonly kind: 'Error'; readonly message: string };

/** Reads the profile of that name, from its environment variable when it is set, otherwise from its file. */
export function readProfile(
  name: string,
  files: RuleFiles,
  environment: Environment,
): ProfileResult {
  const found = findProfile(name, files, environment);
  if (found.kind === 'Error') return found;
  return { kind: 'Ok', profile: withDebugLevel(found.profile, environment) };
}

/** As the proxy reads it. */
const DEBUG_LEVEL = /^0*[0-9]$/;

/** Returns the profile with the level of SECDEBUGLOGLEVEL, if it is set. */
export function withDebugLevel(profile: Profile, environment: Environment): Profile {
  const level = Number(DEBUG_LEVEL.exec(debugLevelOf(environment))?.[0] ?? 0);
  return level === 0 ? profile : { ...profile, debugLogLevel: level };
}

/** Returns what is wrong with SECDEBUGLOGLEVEL; undefined when nothing is. */
export function debugLevelProblem(environment: Environment): string | undefined {
  const text = debugLevelOf(environment);
  if (text === '' || DEBUG_LEVEL.test(text)) return undefined;
  return `SECDEBUGLOGLEVEL: ${JSON.stringify(text)} is not an integer from 0 to 9.`;
}

function debugLevelOf(environment: Environment): string {
  return environment['SECDEBUGLOGLEVEL']?.trim() ?? '';
}

function findProfile(name: string, files: RuleFiles, environment: Environment): ProfileResult {
  const variable = LISTS.get(name);
  const list = variable === undefined ? undefined : environment[variable];
  if (variable !== undefined && list !== undefined) {
    const profile = profileOfList(name, list, variable);
    if (profile.entries.length > 0) return { kind: 'Ok', profile };
  }
  const path = `profiles/${name}.json`;
  const text = files.read(path);
  if (text === undefined) {
    const why = whyNotRead(path, files);
    const message = `Cannot read the profile ${path}.`;
    return { kind: 'Error', message: why === undefined ? message : `${message} ${why}` };
  }
  return parseProfile(name, { path, text }, files);
}

/** Returns a profile of entries that are given one by one. Diagnostics about them point into the command line. */
export function profileOfEntries(name: string, entries: readonly string[]): Profile {
  const shown = entries.map((path) => shownPath({ path }));
  const source: SourceFile = { path: 'command line', text: shown.join('\n') };
  let start = 0;
  const texts = entries.map((text, index): Text => {
    const span = { source, start, end: start + (shown[index] ?? '').length };
    start = span.end + 1;
    return { text, span };
  });
  return { name, entries: texts };
}

/**
 * Returns a profile of entries that are separated by colons or line ends. Blanks around an entry are ignored. It has no
 * entries when the list has only blanks and separators; the list then counts as unset.
 */
function profileOfList(name: string, list: string, from: string): Profile {
  const source: SourceFile = { path: from, text: list };
  const entries: Text[] = [];
  for (const found of list.matchAll(/[^:\n]+/g)) {
    const text = found[0].trim();
    const start = found.index + found[0].indexOf(text);
    if (text !== '') entries.push({ text, span: { source, start, end: start + text.length } });
  }
  return { name, entries };
}

function parseProfile(name: string, source: SourceFile, files: RuleFiles): ProfileResult {
  // Editors of other systems put the three bytes before UTF-8.
  const text = source.text.replace(/^\xef\xbb\xbf/, '');
  const mistake = jsonMistake(text);
  if (mistake !== undefined) {
    return { kind: 'Error', message: `${source.path} is not JSON. ${mistake}.` };
  }
  const written = readWritten(text);
  if (written === undefined) {
    return {
      kind: 'Error',
      message: `${source.path} must be a JSON object with a list of texts under "files", and a text under "rules" if there is one.`,
    };
  }
  const usesRules = written.files.some((file) => file.includes(PLACEHOLDER));
  const locked = usesRules && written.rules === undefined ? lockedRules(files) : undefined;
  if (locked?.kind === 'Error') return locked;
  const rules = written.rules ?? locked?.folder ?? BUILT_IN_RULES;
  const entries = written.files.map((file): Text => {
    const start = Math.max(0, source.text.indexOf(JSON.stringify(file))) + 1;
    const span = { source, start, end: start + file.length };
    return { text: pathOfBytes(file).replace(PLACEHOLDER, pathOfBytes(rules)), span };
  });
  return {
    kind: 'Ok',
    profile: { name, entries, ...(usesRules && { rulesFolder: pathOfBytes(rules) }) },
  };
}

type WrittenProfile = {
  readonly files: readonly string[];
  /** The folder that `{rules}` stands for; when it is left out, the folder of the lock file. */
  readonly rules?: string;
};

function readWritten(text: string): WrittenProfile | undefined {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || !('files' in parsed)) return undefined;
  const { files } = parsed;
  if (!Array.isArray(files) || !files.every((file) => typeof file === 'string')) return undefined;
  if (!('rules' in parsed)) return { files };
  return typeof parsed.rules === 'string' ? { files, rules: parsed.rules } : undefined;
}
