/** Profile -> module text and what reports need of its rules. */
import { emit } from '../4-emit/emit.ts';
import { bundleWaf } from '../bundle.ts';
import { compile, type Profile } from '../compile.ts';
import type { Diagnostic } from '../diagnostics.ts';
import type { RuleFiles } from '../files.ts';
import { type RuleCard, ruleCards } from './rule-card.ts';

export type BuiltProfile =
  | {
      readonly kind: 'Ok';
      readonly module: string;
      readonly sources: readonly { readonly file: string; readonly sha256: string }[];
      readonly cards: readonly RuleCard[];
    }
  | { readonly kind: 'Error'; readonly diagnostics: readonly Diagnostic[] };

export async function buildProfile(profile: Profile, files: RuleFiles): Promise<BuiltProfile> {
  const { program, diagnostics } = compile(profile, files);
  if (program === undefined) return { kind: 'Error', diagnostics };
  const module = await bundleWaf(emit(program));
  return { kind: 'Ok', module, sources: program.manifest.sources, cards: ruleCards(program) };
}
