/** All transformations, one record for each function of the engine. */
import type { NameRecord } from '../name-record.ts';
import { decoding } from './decoding.ts';
import { encoding } from './encoding.ts';
import { normalizing } from './normalizing.ts';
import type { TransformationName, TransformationRecord } from './record.ts';

export type { TransformationName } from './record.ts';

/** The type requires a record for every transformation of the engine. */
const records: Readonly<Record<TransformationName, TransformationRecord>> = {
  ...decoding,
  ...encoding,
  ...normalizing,
};

export function transformationRecord(name: TransformationName): TransformationRecord {
  return records[name];
}

const names: readonly TransformationName[] = Object.keys(records).toSorted().filter(isRecorded);

function isRecorded(name: string): name is TransformationName {
  return Object.hasOwn(records, name);
}

/** Transformation names by every spelling, in lower case. */
export const transformations: ReadonlyMap<string, TransformationName> = new Map(
  names.flatMap((name) =>
    [name, ...(records[name].aliases ?? [])].map((each) => [each.toLowerCase(), name] as const),
  ),
);

/** Written like a transformation, but clears the list instead of transforming a value. */
export const none: NameRecord & { readonly name: 'none' } = {
  name: 'none',
  documentation: 'Removes all preceding transformations, including those of SecDefaultAction.',
};
