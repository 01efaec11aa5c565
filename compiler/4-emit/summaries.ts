/**
 * Views: what is known of all texts of a target list, seen through a transformation list. That of several
 * targets is the sum of theirs, so that lists share them; what a rule excludes of a variable is not left
 * out, since a view may say yes too often.
 */
import type { Target } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations.ts';
import { type Code, comment, joined } from './code.ts';
import { emitFormsSum, emitFormsView, emitPlainView, emitSum } from './emit-summary.ts';
import { targetSource } from './target-source.ts';
import type { Forms } from './transformation-steps.ts';

/** Its place in the list of all views. */
export type PlaceView = (targets: readonly Target[], names: Names, multiMatch: boolean) => number;

export type Views = { readonly place: PlaceView; readonly all: () => readonly Code[] };

type Names = readonly TransformationName[];

/** `select`: the function that gives the entries of a target list. */
export function createViews(select: (targets: readonly Target[]) => Code, forms: Forms): Views {
  const views = createRows();
  const plainOne = (target: Target): number => {
    const targets = [whole(target)];
    const entries = select(targets);
    return views.add(entries.text, targetSource(targets), () => emitPlainView(entries));
  };
  const formsOne = (target: Target, transformations: Names, multiMatch: boolean): number => {
    const plain = plainOne(target);
    if (transformations.length === 0) return plain;
    const targets = [whole(target)];
    const entries = select(targets);
    const key = `${multiMatch} ${entries.text} ${transformations.join()}`;
    const source = `${targetSource(targets)} ${listSource(transformations)}`;
    const seen = multiMatch ? forms.stages(transformations) : [forms.form(transformations)];
    return views.add(key, source, () =>
      emitFormsView({ plain, entries, forms: seen, transformations }),
    );
  };
  const sum = (parts: readonly number[], source: string, emit: () => Code): number => {
    const [first, ...others] = parts;
    if (first !== undefined && others.length === 0) return first;
    return views.add(`sum ${parts.join()}`, source, emit);
  };
  return {
    place: (targets, transformations, multiMatch) => {
      const source = targetSource(targets);
      const plains = distinct(targets.map(plainOne));
      const plain = sum(plains, source, () => emitSum(plains));
      if (transformations.length === 0) return plain;
      const parts = distinct(targets.map((each) => formsOne(each, transformations, multiMatch)));
      return sum(parts, `${source} ${listSource(transformations)}`, () =>
        emitFormsSum(plain, parts, transformations),
      );
    },
    all: views.all,
  };
}

function listSource(transformations: Names): string {
  return transformations.map((each) => `t:${each}`).join();
}

/** Targets that exclude something of a variable share the view of all of it. */
function whole(target: Target): Target {
  return target.selector.kind === 'All' ? { ...target, except: [] } : target;
}

function distinct(places: readonly number[]): readonly number[] {
  return [...new Set(places)];
}

type Rows = {
  readonly add: (key: string, source: string, row: () => Code) => number;
  readonly all: () => readonly Code[];
};

function createRows(): Rows {
  const places = new Map<string, number>();
  const rows: Code[] = [];
  return {
    add: (key, source, row) => {
      const known = places.get(key);
      if (known !== undefined) return known;
      const place = rows.length;
      places.set(key, place);
      rows.push(joined([comment(`${place}: ${source}`), row()], '\n'));
      return place;
    },
    all: () => rows,
  };
}
