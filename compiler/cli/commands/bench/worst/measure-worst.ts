/** The worst-case run: adversarial strings for every expression of a program, alone and in requests. */
import type { Program } from '#compiler/3-specialize/program.ts';
import { emit } from '#compiler/4-emit/emit.ts';
import { bundleWaf } from '../../../project/bundle.ts';
import { warmModules } from '../../../project/warm-modules.ts';
import { expressionsOf } from './expressions.ts';
import { measureExpressions, screenExpressions, type WorstStrings } from './measure-expressions.ts';
import { measureRequests, type WorstRequests } from './measure-requests.ts';
import { measureShapes, type WorstShapes } from './measure-shapes.ts';

export type WorstReport = {
  readonly alone: WorstStrings;
  readonly carried: WorstRequests;
  /** Undefined in older reports. */
  readonly shapes?: WorstShapes;
};

/** The number of reported strings and requests. */
const LIMIT = 10;
const SHAPES_LIMIT = 20;

/** The strings depend only on the seed; which of them are the worst depends on the measured times. */
export async function measureWorst(program: Program, seed: number): Promise<WorstReport> {
  const expressions = expressionsOf(program);
  const candidates = screenExpressions(expressions, seed);
  const alone = measureExpressions(candidates, LIMIT, seed);
  const worstOfEach = candidates.filter(
    ({ expression }, index) => candidates[index - 1]?.expression !== expression,
  );
  const text = await bundleWaf(await warmModules(emit(program)));
  const carried = await measureRequests(text, worstOfEach, LIMIT, seed);
  return { alone, carried, shapes: await measureShapes(text, expressions, SHAPES_LIMIT, seed) };
}
