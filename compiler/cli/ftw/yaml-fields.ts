/** Reads YAML nodes as the types of the FTW schema. Every scalar is text; a wrong type throws FtwFileError. */
import { parse } from 'yaml';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { reasonOf } from '../output/reason-of.ts';

/** A test file cannot be read, or does not follow the schema. */
export class FtwFileError extends Error {
  override readonly name = 'FtwFileError';
}

/** A YAML mapping; `where` is its location for error messages. */
export type Fields = {
  readonly where: string;
  readonly entries: ReadonlyMap<string, unknown>;
};

/** Returns what `read` reads from a file or folder. Throws FtwFileError instead of errors of the file system. */
export function readOrThrow<Content>(path: string, read: (path: string) => Content): Content {
  try {
    return read(path);
  } catch (error) {
    throw new FtwFileError(`Cannot read ${path}. ${reasonOf(error)}`);
  }
}

/** Returns the nodes of the document. Scalars stay text as written, such as `1.0` and `on`. Throws FtwFileError. */
export function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text, { schema: 'failsafe', mapAsMap: true, logLevel: 'error' });
  } catch (error) {
    throw new FtwFileError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Returns `node` as a mapping. Appends the names of fields that are not in `known` to `unknown`; runners ignore them. */
export function fieldsOf(
  where: string,
  node: unknown,
  known?: readonly string[],
  unknown: string[] = [],
): Fields {
  if (!(node instanceof Map)) throw new FtwFileError(`${where}: expected a mapping.`);
  const entries = new Map<string, unknown>();
  for (const [key, value] of node) {
    entries.set(String(key), value);
    if (known !== undefined && !known.includes(String(key))) unknown.push(String(key));
  }
  return { where, entries };
}

/** Returns the list under `key`, or an empty one when the field is missing. */
export function listField({ where, entries }: Fields, key: string): readonly unknown[] {
  const node = entries.get(key) ?? [];
  if (!Array.isArray(node)) throw new FtwFileError(`${where}: ${key} must be a list.`);
  return node;
}

/** Returns the scalar under `key` as UTF-8 bytes; undefined when the field is missing, "" when it has no value. */
export function textField({ where, entries }: Fields, key: string): ByteString | undefined {
  return entries.has(key) ? textOf(`${where}: ${key}`, entries.get(key)) : undefined;
}

export function flagField(fields: Fields, key: string): boolean | undefined {
  const text = textField(fields, key);
  return text === undefined ? undefined : text === 'true';
}

export function numberField(fields: Fields, key: string): number | undefined {
  const text = textField(fields, key);
  return text === undefined ? undefined : numberOf(`${fields.where}: ${key}`, text);
}

export function numberListField(fields: Fields, key: string): readonly number[] {
  const where = `${fields.where}: ${key}`;
  return listField(fields, key).map((node) => numberOf(where, textOf(where, node)));
}

/** Returns the expression under `key`, which matches byte strings; undefined when it is missing or empty. */
export function patternField(fields: Fields, key: string): RegExp | undefined {
  const source = textField(fields, key);
  if (source === undefined || source === '') return undefined;
  try {
    return new RegExp(source);
  } catch (error) {
    throw new FtwFileError(`${fields.where}: ${key}: ${String(error)}`);
  }
}

export function textOf(where: string, node: unknown): ByteString {
  if (node === null || node === undefined) return '';
  if (typeof node !== 'string') throw new FtwFileError(`${where} must be text.`);
  return Buffer.from(node, 'utf8').toString('latin1');
}

function numberOf(where: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new FtwFileError(`${where} must be a number.`);
  return Number(text);
}
