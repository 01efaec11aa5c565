/** Reviewed files: compared as they are, written anew when UPDATE_GOLDEN is 1. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TextFiles } from './compile-text.ts';

export type GoldenCase = {
  readonly name: string;
  readonly rules: string;
  /** The other files of the folder, by their path in it; all are latin1, as the compiler reads rule files. */
  readonly files: TextFiles;
  /** Compares with the case's expected.txt. */
  readonly check: (actual: string) => void;
};

/** The folders beside `testFile` (a module's URL), each with a rules.conf and an expected.txt. */
export function goldenCases(testFile: string): readonly GoldenCase[] {
  const folder = fileURLToPath(new URL('.', testFile));
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  assert.ok(names.length > 0, `no cases in ${folder}`);
  return names.map((name) => readCase(name, `${folder}${name}/`));
}

function readCase(name: string, folder: string): GoldenCase {
  const read = (file: string): string => readFileSync(folder + file, 'latin1');
  const others = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/^(?:rules\.conf|expected\.txt)$/.test(file));
  return {
    name,
    rules: read('rules.conf'),
    files: Object.fromEntries(others.map((file) => [file, read(file)])),
    check: (actual) => checkFile(`${folder}expected.txt`, actual),
  };
}

function checkFile(path: string, actual: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, actual, 'latin1');
  else assert.equal(actual, readFileSync(path, 'latin1'), 'UPDATE_GOLDEN=1 writes it anew');
}
