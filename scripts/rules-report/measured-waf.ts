/** Compiles a rule set at a paranoia level into a waf that scores every request and blocks none. */
import { join } from 'node:path';
import { compile } from '../../compiler/compile.ts';
import { type Diagnostic, formatDiagnostic } from '../../compiler/diagnostics.ts';
import { disk } from '../../compiler/disk.ts';
import { loadWaf } from '../../compiler/load-waf.ts';
import { profileOfEntries } from '../../compiler/profile.ts';
import type { CompiledWaf } from '../../runtime/engine/compiled-waf.ts';

export const { SHARED_DATA = '../shared/data' } = process.env;

const folders = { 'built-in': 'rules', crs: join(SHARED_DATA, 'crs/rules') } as const;

export type RuleSetName = keyof typeof folders;

export type MeasuredWaf = {
  readonly waf: CompiledWaf;
  readonly diagnostics: readonly Diagnostic[];
};

/** Throws with every error when the set does not compile. The working directory is the project. */
export async function measuredWaf(set: RuleSetName, level: 1 | 2 | 4): Promise<MeasuredWaf> {
  const entries = ['test/rules/measure.conf', `test/rules/pl${level}.conf`];
  const profile = profileOfEntries(`${set}-pl${level}`, [...entries, `${folders[set]}/*.conf`]);
  const { program, diagnostics } = compile(profile, disk);
  if (program === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return { waf: await loadWaf(program), diagnostics };
}
