/** What ctl takes from rules: one constant for each thing that is taken. */
import type { Effect } from '../3-specialize/program.ts';
import { type Code, remark, ts } from './code.ts';
import { type EmitPattern, emitPick } from './emit-targets.ts';
import { engineType } from './engine-names.ts';
import { member } from './own-names.ts';
import { createTable } from './table.ts';
import { targetSource } from './target-source.ts';

export type RemoveTarget = Extract<Effect, { kind: 'RemoveTarget' }>;

export type Removals = {
  readonly removal: (effect: RemoveTarget) => Code;
  readonly all: () => readonly Code[];
  /** Their names. */
  readonly names: () => readonly Code[];
};

export function createRemovals(pattern: EmitPattern): Removals {
  const removals = createTable();
  const names: Code[] = [];
  return {
    removal: ({ rules, variable, selector }) => {
      const taken = targetSource([{ mode: 'values', variable, selector, except: [] }]);
      const own = removals.add(`${rules.join()} ${taken}`, 'removal', (name) => {
        names.push(member('targets', name));
        const exclusion = ts`{ variable: ${variable.name}, pick: ${emitPick(selector, pattern)} }`;
        return ts`export const ${name}: ${engineType('TargetRemoval')} = { rules: ${rules}, exclusion: ${exclusion} };`;
      });
      return ts`${member('targets', own)} ${remark(taken)}`;
    },
    all: removals.all,
    names: () => names,
  };
}
