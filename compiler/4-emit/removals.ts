/** Emits the targets that ctl removes from rules, one constant each. */
import type { Effect } from '../3-specialize/program.ts';
import { type Code, remark, ts } from './code.ts';
import { prefixed, targetsName } from './content-name.ts';
import type { EmitRuleRanges } from './emit-rule-ranges.ts';
import { type EmitPattern, emitPick } from './emit-targets.ts';
import { engineType } from './engine-names.ts';
import { member } from './own-names.ts';
import { createTable } from './table.ts';
import { targetSource } from './target-source.ts';

export type RemoveTarget = Extract<Effect, { kind: 'RemoveTarget' }>;

export type Removals = {
  readonly removal: (effect: RemoveTarget) => Code;
  readonly all: () => readonly Code[];
  /** The names of the constants. */
  readonly names: () => readonly Code[];
};

export function createRemovals(pattern: EmitPattern, ruleRanges: EmitRuleRanges): Removals {
  const removals = createTable();
  const names: Code[] = [];
  return {
    removal: ({ rules, variable, selector, span }) => {
      const target = { mode: 'values', variable, selector, except: [], span } as const;
      const taken = targetSource([target]);
      const own = removals.add(
        `${rules.join()} ${taken}`,
        prefixed('removed', targetsName([target])),
        (name) => {
          names.push(member('targets', name));
          const exclusion = ts`{ variable: ${variable.name}, pick: ${emitPick(name, selector, pattern)} }`;
          return ts`export const ${name}: ${engineType('TargetRemoval')} = { rules: ${ruleRanges(rules)}, exclusion: ${exclusion} };`;
        },
      );
      return ts`${member('targets', own)} ${remark(taken)}`;
    },
    all: removals.all,
    names: () => names,
  };
}
