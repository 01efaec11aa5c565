/**
 * Views: what is known of all texts of a target list, seen through a transformation list. That of several
 * targets is the sum of theirs, so that lists share them; what a rule excludes of a variable is not left
 * out, since a view may say yes too often.
 */
import type { Target } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations.ts';
import { type Code, ts } from './code.ts';
import { emitFormsSum, emitFormsView, emitPlainView, emitSum } from './emit-view.ts';
import type { Forms } from './forms.ts';
import { createTable } from './table.ts';

export type EmitView = (
  targets: readonly Target[],
  transformations: readonly TransformationName[],
  multiMatch: boolean,
) => Code;

export type Views = { readonly view: EmitView; readonly all: () => readonly Code[] };

/** `select`: the function that gives the entries of a target list. */
export function createViews(select: (targets: readonly Target[]) => Code, forms: Forms): Views {
  const views = createTable();
  const plainOne = (target: Target): Code => {
    const entries = select([whole(target)]);
    return views.add(entries.text, 'view', (own, slot) => emitPlainView(own, slot, entries));
  };
  const one = (target: Target, transformations: Names, multiMatch: boolean): Code => {
    const plain = plainOne(target);
    if (transformations.length === 0) return plain;
    const seen = multiMatch ? forms.stages(transformations) : [forms.form(transformations)];
    const entries = select([whole(target)]);
    const key = `${multiMatch} ${entries.text} ${transformations.join()}`;
    return views.add(key, 'view', (own, slot) =>
      emitFormsView(own, slot, { plain, entries, forms: seen, transformations }),
    );
  };
  const sum = (parts: readonly Code[], emit: (own: Code, slot: number) => Code): Code => {
    const [first, ...others] = parts;
    if (first !== undefined && others.length === 0) return first;
    return views.add(parts.map(({ text }) => text).join(), 'view', emit);
  };
  return {
    view: (targets, transformations, multiMatch) => {
      const plains = distinct(targets.map(plainOne));
      const plain = sum(plains, (own, slot) => emitSum(own, slot, plains));
      if (transformations.length === 0) return ts`views.${plain}`;
      const parts = distinct(targets.map((target) => one(target, transformations, multiMatch)));
      const own = sum(parts, (own, slot) =>
        emitFormsSum(own, slot, { plain, parts, transformations }),
      );
      return ts`views.${own}`;
    },
    all: views.all,
  };
}

type Names = readonly TransformationName[];

/** Targets that exclude something of a variable share the view of all of it. */
function whole(target: Target): Target {
  return target.selector.kind === 'All' ? { ...target, except: [] } : target;
}

function distinct(views: readonly Code[]): readonly Code[] {
  return [...new Map(views.map((view) => [view.text, view])).values()];
}
