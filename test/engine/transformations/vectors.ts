/** The public transformation vectors (docs/testing.md#public-vectors). */
import { bytesOfVector, readVectorRows, vectorFolder } from '../../helpers/public-vectors.ts';

export type Vector = {
  /** In lower case: the files do not agree on it. */
  readonly name: string;
  readonly input: string;
  readonly output: string;
};

/** Returns undefined when the vectors are not on this machine. */
export function readVectors(): readonly Vector[] | undefined {
  return readVectorRows(vectorFolder('transformations'))?.map((row) => ({
    name: String(row.get('name')).toLowerCase(),
    input: bytesOfVector(row.get('input')),
    output: bytesOfVector(row.get('output')),
  }));
}
