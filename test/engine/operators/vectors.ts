/** Reads the public operator vectors (docs/testing.md#public-vectors). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { SHARED_DATA = '../shared/data' } = process.env;
const PROJECT = resolve(import.meta.dirname, '../../..');
const FOLDER = resolve(PROJECT, SHARED_DATA, 'secrules-language-tests/operators');

export type Vector = {
  /** Lower case: the files do not agree on it. */
  readonly name: string;
  readonly argument: string;
  readonly value: string;
  readonly matches: boolean;
  /** What a capturing rule finds in TX.0, TX.1, ...; undefined: the vector does not say. */
  readonly captures: readonly string[] | undefined;
};

/** Undefined: the vectors are not on this machine. */
export function readVectors(): readonly Vector[] | undefined {
  if (!existsSync(FOLDER)) return undefined;
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readRows(join(FOLDER, file)))
    .map(toVector);
}

/** Text of a data file that a vector names by its path in ModSecurity's tree. */
export function readDataFile(path: string): string {
  return readFileSync(join(FOLDER, path.replace(/^.*\/operators\//, '')), 'latin1');
}

function readRows(path: string): readonly unknown[] {
  const rows: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return Array.isArray(rows) ? rows : [];
}

function toVector(row: unknown): Vector {
  const fields = new Map<string, unknown>(Object.entries(Object(row)));
  const groups = fields.get('re_groups');
  return {
    name: String(fields.get('name')).toLowerCase(),
    argument: bytesOf(fields.get('param')),
    value: bytesOf(fields.get('input')),
    matches: fields.get('ret') === 1,
    captures: Array.isArray(groups) ? groups.map(bytesOf) : undefined,
  };
}

/** UTF-8 bytes, then ModSecurity's second unescape: `\xHH` and `\uHHHH` as text are one byte. */
function bytesOf(text: unknown): string {
  return Buffer.from(String(text ?? ''), 'utf8')
    .toString('latin1')
    .replace(/\\(?:x([0-9a-f]{2})|u[0-9a-f]{2}([0-9a-f]{2}))/gi, (_, byte, lowByte) =>
      String.fromCharCode(Number.parseInt(byte ?? lowByte, 16)),
    );
}
