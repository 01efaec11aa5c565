/** What an emitted module is made of, and the names that several rules share. */
import type { Macro, Target } from '../2-resolve/ruleset.ts';
import type { Program } from '../3-specialize/program.ts';
import type { TransformationName } from '../language/transformations.ts';
import type { Code } from './code.ts';
import { createData, type Data } from './data.ts';
import { emitMacro } from './emit-macro.ts';
import { emitSelection } from './emit-targets.ts';
import { member } from './own-names.ts';
import { createRemovals, type Removals } from './removals.ts';
import { createViews, type PlaceView } from './summaries.ts';
import { createTable } from './table.ts';
import { targetSource } from './target-source.ts';
import { createForms } from './transformation-steps.ts';
import { createTxSlots, type FindTxSlot } from './tx-register.ts';

/** One declaration each, in order of first use; the same thing asked for twice is one thing. */
export type Shared = Omit<Data, 'all'> & {
  readonly targets: (targets: readonly Target[], keep: boolean) => Code;
  /** What a ctl takes from which rules. */
  readonly removal: Removals['removal'];
  readonly form: (transformations: readonly TransformationName[]) => Code;
  /** The forms of a list's first transformation, of its first two, and so on. */
  readonly forms: (transformations: readonly TransformationName[]) => readonly Code[];
  readonly matching: Program['matching'];
  readonly macro: (macro: Macro) => Code;
  readonly txSlot: FindTxSlot;
  readonly placeView: PlaceView;
  readonly modules: () => SharedModules;
};

export type SharedModules = {
  readonly targets: readonly Code[];
  readonly forms: readonly Code[];
  readonly views: readonly Code[];
  readonly data: readonly Code[];
};

export function createShared({
  matching,
  settings,
  txSlots,
}: Pick<Program, 'matching' | 'settings' | 'txSlots'>): Shared {
  const txSlot = createTxSlots(txSlots);
  const { all: allData, ...data } = createData(settings);
  const { pattern } = data;
  const targets = createTable();
  const removals = createRemovals(pattern);
  const forms = createForms(data.transformation);
  const selection = (list: readonly Target[], keep: boolean): Code => {
    const own = targets.add(`${keep} ${targetSource(list)}`, 'targets', (name, slot) => {
      const kept = keep ? slot : undefined;
      return emitSelection({ own: name, kept, targets: list, pattern, txSlot });
    });
    return member('targets', own);
  };
  const views = createViews((list) => selection(list, true), forms);
  return {
    ...data,
    matching,
    txSlot,
    macro: (macro) => emitMacro(macro, txSlot),
    removal: removals.removal,
    form: forms.form,
    forms: forms.stages,
    targets: selection,
    placeView: views.place,
    modules: () => ({
      targets: [...targets.all(), ...removals.all()],
      forms: forms.all(),
      views: views.all(),
      data: allData(),
    }),
  };
}
