/** How views are made, as rows of data: what is known once of rules with the same targets and transformations. */

import { byteClassesOf } from '../../runtime/engine/prefilter/byte-classes.ts';
import { ANYTHING } from '../../runtime/engine/prefilter/summarize-targets.ts';
import {
  type TransformationName,
  transformationRecord,
} from '../language/transformations/index.ts';
import { type Code, joined, ts } from './code.ts';

type Names = readonly TransformationName[];

const UPPER_CASE = byteClassesOf('A');

/** The view of the selected texts as they are. `entries`: the function that selects them. */
export function emitPlainSummary(entries: Code): Code {
  return ts`{ kind: 'Values', select: ${entries} }`;
}

/** The view of what `forms` make of them; `plain` is the view of the same texts as they are. */
export function emitTransformedSummary({
  plain,
  entries,
  steps,
  transformations,
}: TransformedSummary): Code {
  const changes = changesOfAll(transformations);
  const list = joined(steps, ', ');
  return ts`{ kind: 'Transformed', plain: ${plain}, changes: ${changes}, select: ${entries}, steps: [${list}] }`;
}

/** What several views say together. */
export function emitUnion(parts: readonly number[]): Code {
  return ts`{ kind: 'Union', parts: ${parts} }`;
}

/** The same for forms: `parts` are asked only when `plain`, the sum of the texts, has what changes. */
export function emitTransformedUnion(
  plain: number,
  parts: readonly number[],
  transformations: Names,
): Code {
  const changes = changesOfAll(transformations);
  return ts`{ kind: 'TransformedUnion', plain: ${plain}, changes: ${changes}, parts: ${parts} }`;
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
