/**
 * Emits summary plans as rows of data: what is computed once for all rules with the same targets and transformations.
 */
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import { ANYTHING } from '#engine/prefilter/summarize-targets.ts';
import {
  type TransformationName,
  transformationRecord,
} from '../language/transformations/index.ts';
import { type Code, list, ts } from './code.ts';
import { emitMask } from './emit-mask.ts';
import { engine } from './engine-names.ts';

type Names = readonly TransformationName[];

const UPPER_CASE = byteClassesOf('A');

/** Emits the summary of the selected values without transformations. `entries` is the function that selects them. */
export function emitPlainSummary(entries: Code): Code {
  return ts`{ kind: 'Values', select: ${entries} }`;
}

/** Emits the summary of the values after `steps`. `plain` is the index of the summary of the untransformed values. */
export function emitTransformedSummary({
  plain,
  entries,
  steps,
  transformations,
}: TransformedSummary): Code {
  const rewrites = rewritesOfAll(transformations);
  const additions = list(transformations.map((each) => list(additionsOf(each).map(emitMask))));
  const previews = transformations.length === steps.length ? previewsOf(transformations) : ts``;
  return ts`{ kind: 'Transformed', plain: ${plain}, rewrites: ${emitMask(rewrites)}, additions: ${additions}, select: ${entries}, steps: ${list(steps)}${previews} }`;
}

/** Emits how to tell the byte classes of some results without computing them; nothing when that is known for none. */
function previewsOf(transformations: Names): Code {
  const previews = transformations.map((each) => transformationRecord(each).preview);
  if (previews.every((preview) => preview === undefined)) return ts``;
  const codes = previews.map((preview) => (preview ? engine(preview) : ts`undefined`));
  return ts`, previews: ${list(codes)}`;
}

/** Emits the union of several summaries. */
export function emitUnion(parts: readonly number[]): Code {
  return ts`{ kind: 'Union', parts: ${parts} }`;
}

/**
 * Emits the union for transformed values. `parts` are evaluated only when `plain`, the union of the untransformed
 * values, has a byte that changes.
 */
export function emitTransformedUnion(
  plain: number,
  parts: readonly number[],
  transformations: Names,
): Code {
  const rewrites = rewritesOfAll(transformations);
  return ts`{ kind: 'TransformedUnion', plain: ${plain}, rewrites: ${emitMask(rewrites)}, parts: ${parts} }`;
}

export type TransformedSummary = {
  readonly plain: number;
  readonly entries: Code;
  readonly steps: readonly Code[];
  readonly transformations: Names;
};

/** Returns the byte classes without which the result of all transformations contains nothing that the value does not contain. */
function rewritesOfAll(transformations: Names): number {
  return transformations.reduce((byteClasses, each) => byteClasses | rewritesOf(each), 0);
}

function rewritesOf(transformation: TransformationName): number {
  const { rewrites } = transformationRecord(transformation);
  return rewrites === undefined ? changesOf(transformation) : byteClassesOf(rewrites);
}

/** Returns pairs of byte classes: a value with one of the first may get one of the second. */
function additionsOf(transformation: TransformationName): readonly number[] {
  const { adds } = transformationRecord(transformation);
  if (adds === undefined) return [changesOf(transformation), ANYTHING];
  return adds.flatMap(({ from, bytes }) => [
    byteClassesOf(from),
    bytes === undefined ? ANYTHING : byteClassesOf(bytes),
  ]);
}

/** Returns the byte classes without which the transformation changes at most the letter case. */
function changesOf(transformation: TransformationName): number {
  const { changes: changed } = transformationRecord(transformation);
  return changed === undefined ? ANYTHING : byteClassesOf(changed.bytes);
}

/** Returns the byte classes without which the transformation changes nothing. */
export function exactChanges(transformation: TransformationName): number {
  const changes = changesOf(transformation);
  const { lowerCase } = transformationRecord(transformation).changes ?? {};
  return lowerCase ? changes | UPPER_CASE : changes;
}
