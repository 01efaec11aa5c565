/** Builds the module of a profile, with the data about its rules that reports need. */
import { specialize } from '#compiler/3-specialize/specialize.ts';
import { silent, tracing } from '#compiler/4-emit/emit-trace.ts';
import { printProgram } from '#compiler/4-emit/print-module.ts';
import type { Profile } from '#compiler/compile.ts';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { progress } from '../output/progress.ts';
import { bundleWaf } from '../project/bundle.ts';
import { compileShown } from '../project/compile-shown.ts';
import { recordLookups } from '../project/record-lookups.ts';
import { type Dependencies, dependenciesOf } from './dependencies.ts';
import { type RuleCard, ruleCards } from './rule-card.ts';
import { type PhasePlan, tracePlan } from './trace-plan.ts';

export type BuiltProfile =
  | {
      readonly kind: 'Ok';
      readonly module: string;
      readonly dependencies: Dependencies;
      readonly cards: readonly RuleCard[];
      /** Undefined when the module is not traced. */
      readonly plan: readonly PhasePlan[] | undefined;
    }
  | { readonly kind: 'Error'; readonly diagnostics: readonly Diagnostic[] };

/** `traced` means that the module records what its rules do, for `run --trace`. */
export async function buildProfile(
  profile: Profile,
  files: RuleFiles,
  traced: boolean,
): Promise<BuiltProfile> {
  const recorded = recordLookups(files);
  const { ruleSet, program, diagnostics } = compileShown(profile, recorded.files);
  if (ruleSet === undefined || program === undefined) return { kind: 'Error', diagnostics };
  const { manifest } = program;
  const module = await bundleWaf(printProgram(program, traced ? tracing : silent));
  progress.clear();
  return {
    kind: 'Ok',
    module,
    dependencies: dependenciesOf(manifest, recorded.lookups, files),
    cards: ruleCards(program),
    plan: traced ? tracePlan(specialize(ruleSet, manifest, []), program) : undefined,
  };
}
