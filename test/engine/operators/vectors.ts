/** The public operator vectors (docs/testing.md#public-vectors). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bytesOfVector,
  readVectorRows,
  type VectorRow,
  vectorFolder,
} from '../../helpers/public-vectors.ts';

const FOLDER = vectorFolder('operators');

export type Vector = {
  /** In lower case: the files do not agree on it. */
  readonly name: string;
  readonly argument: string;
  readonly value: string;
  readonly matches: boolean;
  /** What a capturing rule finds in TX.0, TX.1, ...; undefined: the vector does not say. */
  readonly captures: readonly string[] | undefined;
};

/** Returns undefined when the vectors are not on this machine. */
export function readVectors(): readonly Vector[] | undefined {
  return readVectorRows(FOLDER)?.map(toVector);
}

/** Returns the vectors of one operator, whose name is in lower case. */
export function vectorsOf(operator: string): readonly Vector[] | undefined {
  return readVectors()?.filter(({ name }) => name === operator);
}

/** Returns the text of a data file that a vector names by its path in ModSecurity's tree. */
export function readDataFile(path: string): string {
  return readFileSync(join(FOLDER, path.replace(/^.*\/operators\//, '')), 'latin1');
}

function toVector(row: VectorRow): Vector {
  const groups = row.get('re_groups');
  return {
    name: String(row.get('name')).toLowerCase(),
    argument: bytesOfVector(row.get('param')),
    value: bytesOfVector(row.get('input')),
    matches: row.get('ret') === 1,
    captures: Array.isArray(groups) ? groups.map(bytesOfVector) : undefined,
  };
}
