/** Reads the public transformation vectors (docs/testing.md#public-vectors). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const { SHARED_DATA = '../shared/data' } = process.env;
const PROJECT = resolve(import.meta.dirname, '../../..');
const FOLDER = resolve(PROJECT, SHARED_DATA, 'secrules-language-tests/transformations');

export type Vector = {
  /** Lower case: the files do not agree on it. */
  readonly name: string;
  readonly input: string;
  readonly output: string;
};

/** Undefined: the vectors are not on this machine. */
export function readVectors(): readonly Vector[] | undefined {
  if (!existsSync(FOLDER)) return undefined;
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readRows(join(FOLDER, file)))
    .map(toVector);
}

function readRows(path: string): readonly unknown[] {
  const rows: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return Array.isArray(rows) ? rows : [];
}

function toVector(row: unknown): Vector {
  const fields = new Map<string, unknown>(Object.entries(Object(row)));
  return {
    name: String(fields.get('name')).toLowerCase(),
    input: bytesOf(fields.get('input')),
    output: bytesOf(fields.get('output')),
  };
}

/** UTF-8 bytes, then ModSecurity's second unescape: `\xHH` and `\uHHHH` as text are one byte. */
function bytesOf(text: unknown): string {
  return Buffer.from(String(text), 'utf8')
    .toString('latin1')
    .replace(/\\(?:x([0-9a-f]{2})|u[0-9a-f]{2}([0-9a-f]{2}))/gi, (_, byte, lowByte) =>
      String.fromCharCode(Number.parseInt(byte ?? lowByte, 16)),
    );
}
