/** Collects the declarations of an emitted module that several rules share, and their names. */
import type { Macro, Target } from '../2-resolve/ruleset.ts';
import type { Program } from '../3-specialize/program.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import type { Code } from './code.ts';
import { targetsName } from './content-name.ts';
import { createData, type Data } from './data.ts';
import { emitLogdata, emitMacro } from './emit-macro.ts';
import { createRuleRanges, type EmitRuleRanges } from './emit-rule-ranges.ts';
import { emitSelection } from './emit-targets.ts';
import { member } from './own-names.ts';
import { createRemovals, type Removals } from './removals.ts';
import { createSummaries, type SummaryIndex } from './summaries.ts';
import { createTable } from './table.ts';
import { targetSource } from './target-source.ts';
import { createTransformationSteps } from './transformation-steps.ts';
import { createTxRegisters, type FindTxRegister } from './tx-register.ts';

/** Creates shared declarations. Equal content is declared once; declarations are in order of first use. */
export type Shared = Omit<Data, 'all'> & {
  readonly targets: (targets: readonly Target[], cached: boolean) => Code;
  /** The constant for the targets that a ctl removes from rules. */
  readonly removal: Removals['removal'];
  readonly ruleRanges: EmitRuleRanges;
  readonly transformed: (transformations: readonly TransformationName[]) => Code;
  /** The functions for the first transformation of a list, for its first two, and so on. */
  readonly stages: (transformations: readonly TransformationName[]) => readonly Code[];
  readonly matching: Program['matching'];
  readonly clauses: Program['clauses'];
  readonly macro: (macro: Macro) => Code;
  readonly logdata: (macro: Macro) => Code;
  readonly txRegister: FindTxRegister;
  readonly summaryIndex: SummaryIndex;
  readonly modules: () => SharedModules;
};

export type SharedModules = {
  readonly targets: readonly Code[];
  /** Names of the constants for removed targets, which are declared in `targets`. */
  readonly removals: readonly Code[];
  readonly stages: readonly Code[];
  readonly summaries: readonly Code[];
  readonly data: readonly Code[];
};

export function createShared({
  clauses,
  matching,
  phases,
  settings,
  txRegisters,
}: Pick<Program, 'clauses' | 'matching' | 'phases' | 'settings' | 'txRegisters'>): Shared {
  const txRegister = createTxRegisters(txRegisters);
  const { all: allData, ...data } = createData(settings);
  const { pattern } = data;
  /** The selection of all of `TX` may not have the name of its function's parameter. */
  const targets = createTable(['tx']);
  const ruleRanges = createRuleRanges(phases);
  const removals = createRemovals(pattern, ruleRanges);
  const stages = createTransformationSteps(data.transformation);
  const selection = (list: readonly Target[], cached: boolean): Code => {
    const own = targets.add(`${cached} ${targetSource(list)}`, targetsName(list), (name, index) => {
      const cacheId = cached ? index : undefined;
      return emitSelection({ own: name, cacheId, targets: list, pattern, txRegister });
    });
    return member('targets', own);
  };
  const summaries = createSummaries((list) => selection(list, true), stages);
  return {
    ...data,
    clauses,
    matching,
    txRegister,
    macro: (macro) => emitMacro(macro, txRegister),
    logdata: (macro) => emitLogdata(macro, txRegister),
    removal: removals.removal,
    ruleRanges,
    transformed: stages.chain,
    stages: stages.stages,
    targets: selection,
    summaryIndex: summaries.indexOf,
    modules: () => ({
      targets: [...targets.all(), ...removals.all()],
      removals: removals.names(),
      stages: stages.all(),
      summaries: summaries.all(),
      data: allData(),
    }),
  };
}
