/** Compiles a rule set into a WAF that scores every request and blocks none. */
import { join } from 'node:path';
import { disk } from '#compiler/cli/project/disk.ts';
import { loadWaf } from '#compiler/cli/project/load-waf.ts';
import { compile } from '#compiler/compile.ts';
import { formatDiagnostic } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';

export const { SHARED_DATA = '../shared/data' } = process.env;

export const ruleFolders = { 'built-in': 'rules', crs: join(SHARED_DATA, 'crs/rules') } as const;
export type RuleSetName = keyof typeof ruleFolders;
export type Level = 1 | 2;

/** Returns a WAF with the settings of the public regression tests and all files of the set. */
export function testedWaf(set: RuleSetName, level: Level): Promise<CompiledWaf> {
  const settings = ['test/rules/measure.conf', `test/rules/pl${level}.conf`];
  return load(`tested ${set} PL${level}`, [...settings, `${ruleFolders[set]}/*.conf`]);
}

/** Returns a WAF with the production profile and either set, without blocking. */
export function profiledWaf(set: RuleSetName, level: Level): Promise<CompiledWaf> {
  const text = disk.read(`profiles/pl${level}.json`) ?? '{}';
  const { files = [] }: { readonly files?: readonly string[] } = JSON.parse(text);
  const isSetting = (file: string): boolean => !file.startsWith('{rules}');
  const rules = files.filter((file) => !isSetting(file));
  return load(`profiled ${set} PL${level}`, [
    ...files.filter(isSetting),
    'test/rules/detection-only.conf',
    ...rules.map((file) => file.replace('{rules}', ruleFolders[set])),
  ]);
}

const loaded = new Map<string, Promise<CompiledWaf>>();

/**
 * Compiles each rule set once per process. Throws all errors when the files do not compile. The working directory
 * is the project.
 */
function load(name: string, entries: readonly string[]): Promise<CompiledWaf> {
  const waf = loaded.get(name) ?? compileWaf(name, entries);
  loaded.set(name, waf);
  return waf;
}

function compileWaf(name: string, entries: readonly string[]): Promise<CompiledWaf> {
  const { program, diagnostics } = compile(profileOfEntries(name, entries), disk);
  if (program === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return loadWaf(program);
}
