/** How summaries are made, as rows of data: what is known once for all rules with the same targets and transformations. */

import { byteClassesOf } from '../../runtime/engine/bytes/byte-classes.ts';
import { ANYTHING } from '../../runtime/engine/prefilter/summarize-targets.ts';
import {
  type TransformationName,
  transformationRecord,
} from '../language/transformations/index.ts';
import { type Code, list, ts } from './code.ts';
import { emitMask } from './emit-mask.ts';

type Names = readonly TransformationName[];

const UPPER_CASE = byteClassesOf('A');

/** The summary of the selected texts as they are. `entries`: the function that selects them. */
export function emitPlainSummary(entries: Code): Code {
  return ts`{ kind: 'Values', select: ${entries} }`;
}

/** The summary of what `steps` make of them; `plain` is the summary of the same texts as they are. */
export function emitTransformedSummary({
  plain,
  entries,
  steps,
  transformations,
}: TransformedSummary): Code {
  const changes = changesOfAll(transformations);
  const additions = list(additionsOfAll(transformations).map(emitMask));
  return ts`{ kind: 'Transformed', plain: ${plain}, changes: ${emitMask(changes)}, additions: ${additions}, select: ${entries}, steps: ${list(steps)} }`;
}

/** The union of several summaries. */
export function emitUnion(parts: readonly number[]): Code {
  return ts`{ kind: 'Union', parts: ${parts} }`;
}

/** The same for transformed values: `parts` are read only when `plain`, the union of the texts, has a byte that changes. */
export function emitTransformedUnion(
  plain: number,
  parts: readonly number[],
  transformations: Names,
): Code {
  const changes = changesOfAll(transformations);
  return ts`{ kind: 'TransformedUnion', plain: ${plain}, changes: ${emitMask(changes)}, parts: ${parts} }`;
}

export type TransformedSummary = {
  readonly plain: number;
  readonly entries: Code;
  readonly steps: readonly Code[];
  readonly transformations: Names;
};

function changesOfAll(transformations: Names): number {
  return transformations.reduce((byteClasses, each) => byteClasses | changesOf(each), 0);
}

/** In pairs: byte classes, and what a text with one of them may come to have; one transformation after the other. */
function additionsOfAll(transformations: Names): readonly number[] {
  return transformations.flatMap(additionsOf);
}

function additionsOf(transformation: TransformationName): readonly number[] {
  const { adds } = transformationRecord(transformation);
  if (adds === undefined) return [changesOf(transformation), ANYTHING];
  return adds.flatMap(({ from, bytes }) => [
    byteClassesOf(from),
    bytes === undefined ? ANYTHING : byteClassesOf(bytes),
  ]);
}

/** Kinds of bytes without which the transformation changes letter case at most. */
function changesOf(transformation: TransformationName): number {
  const { changes: changed } = transformationRecord(transformation);
  return changed === undefined ? ANYTHING : byteClassesOf(changed.bytes);
}

/** Kinds of bytes without which it changes nothing. */
export function exactChanges(transformation: TransformationName): number {
  const changes = changesOf(transformation);
  const { lowerCase } = transformationRecord(transformation).changes ?? {};
  return lowerCase ? changes | UPPER_CASE : changes;
}
