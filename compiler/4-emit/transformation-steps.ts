/** Emits transformation lists: one function for each transformation, and one for each list of several. */
import { ANYTHING } from '#engine/prefilter/summarize-targets.ts';
import {
  type TransformationName,
  transformationRecord,
} from '../language/transformations/index.ts';
import { type Code, comment, joined, lines, ts } from './code.ts';
import { transformationsName } from './content-name.ts';
import { emitMask } from './emit-mask.ts';
import { exactChanges } from './emit-summary.ts';
import { engine, engineType } from './engine-names.ts';
import { member } from './own-names.ts';
import { createTable } from './table.ts';

const text = engineType('InternedValue');

type Names = readonly TransformationName[];

export type TransformationSteps = {
  readonly chain: (transformations: Names) => Code;
  /** The functions of the single transformations: each takes the result of the one before it. */
  readonly stages: (transformations: Names) => readonly Code[];
  readonly all: () => readonly Code[];
};

/** Creates the steps. `call` returns the function of a transformation. */
export function createTransformationSteps(
  call: (transformation: TransformationName) => Code,
): TransformationSteps {
  const steps = createTable();
  const chains = createTable();
  const step = (transformation: TransformationName): Code =>
    steps.add(transformation, transformation, (own, stepId) =>
      emitStep(own, stepId, transformation, call(transformation)),
    );
  const chain = (transformations: Names): Code => {
    const [first, ...others] = transformations;
    if (first !== undefined && others.length === 0) return member('steps', step(first));
    const own = chains.add(transformations.join(), transformationsName(transformations), (name) =>
      emitChain(name, transformations, transformations.map(step)),
    );
    return member('steps', own);
  };
  return {
    chain,
    stages: (transformations) => transformations.map((each) => member('steps', step(each))),
    all: () => [...steps.all(), ...chains.all()],
  };
}

/** Emits one transformation. It runs once for each value, and only when the value has a byte that it changes. */
function emitStep(
  own: Code,
  stepId: number,
  transformation: TransformationName,
  called: Code,
): Code {
  const { changes: changed } = transformationRecord(transformation);
  const cache = changed?.bytes === '' ? ts`tx.cacheFolded` : ts`tx.cacheTransformation`;
  const result = ts`${engine('cachedTransformation')}(text, ${stepId}) ?? ${cache}(text, ${stepId}, ${called})`;
  const changes = exactChanges(transformation);
  const unchanged =
    changes === ANYTHING
      ? []
      : [ts`if (!${engine('hasByteClass')}(text, ${emitMask(changes)})) return text;`];
  return joined(
    [
      ts`export function ${own}(tx: ${engineType('Tx')}, text: ${text}): ${text} {`,
      lines([...unchanged, ts`return ${result};`]),
      ts`}`,
    ],
    '\n',
  );
}

function emitChain(own: Code, transformations: Names, steps: readonly Code[]): Code {
  const list = transformations.map((each) => `t:${each}`).join(',');
  const nested = steps.reduce((inner, step) => ts`${step}(tx, ${inner})`, ts`text`);
  return joined(
    [
      comment(list),
      ts`export function ${own}(tx: ${engineType('Tx')}, text: ${text}): ${text} {`,
      ts`  return ${nested};`,
      ts`}`,
    ],
    '\n',
  );
}
