/** Reads the public vectors of operators and transformations (docs/testing.md#public-vectors). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { SHARED_DATA = '../shared/data' } = process.env;
const PROJECT = resolve(import.meta.dirname, '../..');

export type VectorRow = ReadonlyMap<string, unknown>;

/** Returns the path of a folder of vectors. */
export function vectorFolder(kind: 'operators' | 'transformations'): string {
  return resolve(PROJECT, SHARED_DATA, 'secrules-language-tests', kind);
}

/** Returns the rows of all files in the folder; undefined when the vectors are not on this machine. */
export function readVectorRows(folder: string): readonly VectorRow[] | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => rowsIn(join(folder, file)));
}

function rowsIn(path: string): readonly VectorRow[] {
  const rows: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return Array.isArray(rows) ? rows.map((row) => new Map(Object.entries(Object(row)))) : [];
}

/** Returns the UTF-8 bytes of a text, with each `\xHH` and `\uHHHH` that it contains as one byte. */
export function bytesOfVector(text: unknown): string {
  return Buffer.from(String(text ?? ''), 'utf8')
    .toString('latin1')
    .replace(/\\(?:x([0-9a-f]{2})|u[0-9a-f]{2}([0-9a-f]{2}))/gi, (_, byte, lowByte) =>
      String.fromCharCode(Number.parseInt(byte ?? lowByte, 16)),
    );
}
