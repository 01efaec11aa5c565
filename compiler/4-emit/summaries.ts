/**
 * Target summaries: byte classes and clauses that hold for some value of a target list after its transformations. The
 * summary of several targets is the union of their summaries, so that lists share them. Exclusions of a rule are
 * ignored: a summary may contain too much, but never too little.
 */
import type { Target } from '../2-resolve/ruleset.ts';
import {
  type TransformationName,
  transformationRecord,
} from '../language/transformations/index.ts';
import { type Code, comment, joined } from './code.ts';
import {
  emitPlainSummary,
  emitTransformedSummary,
  emitTransformedUnion,
  emitUnion,
} from './emit-summary.ts';
import { targetSource } from './target-source.ts';
import type { TransformationSteps } from './transformation-steps.ts';

/** Returns the index in the list of all summaries. */
export type SummaryIndex = (
  targets: readonly Target[],
  names: Names,
  multiMatch: boolean,
) => number;

export type Summaries = { readonly indexOf: SummaryIndex; readonly all: () => readonly Code[] };

type Names = readonly TransformationName[];

/** Creates the summaries. `select` returns the function that selects the entries of a target list. */
export function createSummaries(
  select: (targets: readonly Target[]) => Code,
  steps: TransformationSteps,
): Summaries {
  const summaries = createRows();
  const plainOne = (target: Target): number => {
    const targets = [whole(target)];
    const entries = select(targets);
    return summaries.add(entries.text, targetSource(targets), () => emitPlainSummary(entries));
  };
  const transformedOne = (target: Target, transformations: Names, multiMatch: boolean): number => {
    const plain = plainOne(target);
    if (transformations.length === 0) return plain;
    const targets = [whole(target)];
    const entries = select(targets);
    const key = `${multiMatch} ${entries.text} ${transformations.join()}`;
    const source = `${targetSource(targets)} ${listSource(transformations)}`;
    const seen = multiMatch ? steps.stages(transformations) : [steps.chain(transformations)];
    return summaries.add(key, source, () =>
      emitTransformedSummary({ plain, entries, steps: seen, transformations }),
    );
  };
  const sum = (parts: readonly number[], source: string, emit: () => Code): number => {
    const [first, ...others] = parts;
    if (first !== undefined && others.length === 0) return first;
    return summaries.add(`sum ${parts.join()}`, source, emit);
  };
  return {
    indexOf: (targets, names, multiMatch) => {
      const transformations = withoutCase(names);
      const source = targetSource(targets);
      const plains = distinct(targets.map(plainOne));
      const plain = sum(plains, source, () => emitUnion(plains));
      if (transformations.length === 0) return plain;
      const parts = distinct(
        targets.map((each) => transformedOne(each, transformations, multiMatch)),
      );
      return sum(parts, `${source} ${listSource(transformations)}`, () =>
        emitTransformedUnion(plain, parts, transformations),
      );
    },
    all: summaries.all,
  };
}

/**
 * Leaves out changes of letter case on which no later transformation depends: summaries do not distinguish case, and lists
 * that differ only by them share one.
 */
function withoutCase(names: Names): Names {
  return names.filter((name, index) => {
    const isCase = transformationRecord(name).changes?.bytes === '';
    return (
      !isCase || !names.slice(index + 1).every((later) => transformationRecord(later).ignoresCase)
    );
  });
}

function listSource(transformations: Names): string {
  return transformations.map((each) => `t:${each}`).join();
}

/** Removes exclusions, so that all targets of a variable share one summary. */
function whole(target: Target): Target {
  return target.selector.kind === 'All' ? { ...target, except: [] } : target;
}

function distinct(indexes: readonly number[]): readonly number[] {
  return [...new Set(indexes)];
}

type Rows = {
  readonly add: (key: string, source: string, row: () => Code) => number;
  readonly all: () => readonly Code[];
};

function createRows(): Rows {
  const indexes = new Map<string, number>();
  const rows: Code[] = [];
  return {
    add: (key, source, row) => {
      const known = indexes.get(key);
      if (known !== undefined) return known;
      const indexOf = rows.length;
      indexes.set(key, indexOf);
      rows.push(joined([comment(`${indexOf}: ${source}`), row()], '\n'));
      return indexOf;
    },
    all: () => rows,
  };
}
