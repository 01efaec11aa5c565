/**
 * Parses JSON bodies as arguments: a strict parser (RFC 8259) over bytes that keeps every pair. `JSON.parse` keeps
 * only the last of equal keys, works on UTF-16 and returns nothing for a body with an error at its end. There is no
 * recursion: each level of nesting is an entry of a list. Bytes that are not UTF-8 stay as they are; rules can check
 * them (`@validateUtf8Encoding`).
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { scanJsonScalar, scanJsonString, skipJsonSpace, unescapeJson } from './json-scan.ts';
import type { Pair } from './pair.ts';

export type JsonLimits = {
  /** Levels of arrays and objects, the outermost included. */
  readonly depthLimit: number;
  readonly argumentsLimit: number;
};

export type ParsedJson = {
  /**
   * Names as in Coraza (docs/spec/body-processors.md#json): `json.member.0`; an array has a pair of its own with its
   * element count. After an error the last pair is the text that was not parsed, unescaped but otherwise as sent,
   * under the name where parsing stopped: rules see it, whatever a back end accepts.
   */
  readonly pairs: readonly Pair[];
  readonly limitReached: boolean;
  /** Such as `invalid JSON: string not closed`. */
  readonly error: string | undefined;
  /** Byte offset of the error; without one the length of the text. */
  readonly position: number;
};

type Container = { readonly name: ByteString; readonly isArray: boolean; count: number };

type Expected = 'Value' | 'FirstElement' | 'FirstKey' | 'Key' | 'Delimiter' | 'End' | 'Nothing';

type Reader = {
  readonly text: ByteString;
  readonly limits: JsonLimits;
  readonly pairs: Pair[];
  readonly open: Container[];
  at: number;
  expected: Expected;
  /** Name of the next value. */
  name: ByteString;
  nameBytes: number;
  limitReached: boolean;
  error: string | undefined;
};

/**
 * A member name is part of the names of all values below it: a name of 1,000 bytes above 900 values would be 0.9 MB
 * to match. All names together may have NAME_BYTES_PER_BYTE times the bytes of the text plus MORE_NAME_BYTES (as in
 * Coraza).
 */
const NAME_BYTES_PER_BYTE = 8;
const MORE_NAME_BYTES = 4096;

/** Parses strictly: no comments, no trailing commas, no byte order mark, nothing after the value. */
export function parseJson(text: ByteString, limits: JsonLimits): ParsedJson {
  const reader: Reader = {
    text,
    limits,
    pairs: [],
    open: [],
    at: 0,
    expected: 'Value',
    name: 'json',
    nameBytes: 0,
    limitReached: false,
    error: undefined,
  };
  while (reader.expected !== 'Nothing') {
    reader.at = skipJsonSpace(text, reader.at);
    READ[reader.expected](reader);
  }
  const { pairs, limitReached, error, at } = reader;
  return { pairs, limitReached, error, position: at };
}

const READ: Readonly<Record<Exclude<Expected, 'Nothing'>, (reader: Reader) => void>> = {
  Value: readValue,
  FirstElement: readFirstElement,
  FirstKey: readFirstKey,
  Key: readKey,
  Delimiter: readDelimiter,
  End: readEnd,
};

function readValue(reader: Reader): void {
  const char = reader.text.charAt(reader.at);
  if (char === '{' || char === '[') openContainer(reader, char === '[');
  else readScalar(reader, char === '"');
}

function openContainer(reader: Reader, isArray: boolean): void {
  if (reader.open.length >= reader.limits.depthLimit) {
    fail(reader, reader.at, 'max recursion reached while reading json object');
    return;
  }
  reader.open.push({ name: reader.name, isArray, count: 0 });
  reader.at += 1;
  reader.expected = isArray ? 'FirstElement' : 'FirstKey';
}

function readScalar(reader: Reader, isString: boolean): void {
  const { text, at } = reader;
  const scan = isString ? scanJsonString(text, at) : scanJsonScalar(text, at);
  if (scan.kind === 'Error') {
    fail(reader, scan.at, `invalid JSON: ${scan.message}`);
    return;
  }
  reader.at = scan.end;
  const source = text.slice(at, scan.end);
  const value = isString ? unescapeJson(source.slice(1, -1)) : source;
  // Coraza treats a value without object or array around it as an array of one element.
  if (reader.open.length === 0) addPair(reader, reader.name, '1');
  const name = reader.open.length === 0 ? `${reader.name}.0` : reader.name;
  addPair(reader, name, value === 'null' && !isString ? '' : value);
  finishValue(reader);
}

/** Sets what may follow after a value, including a whole array or object. */
function finishValue(reader: Reader): void {
  const container = reader.open.at(-1);
  if (container !== undefined) container.count += 1;
  if (reader.expected !== 'Nothing') {
    reader.expected = container === undefined ? 'End' : 'Delimiter';
  }
}

function readFirstElement(reader: Reader): void {
  if (reader.text.charAt(reader.at) === ']') closeContainer(reader);
  else nextElement(reader);
}

function nextElement(reader: Reader): void {
  const container = reader.open.at(-1);
  reader.name = `${container?.name}.${container?.count}`;
  reader.expected = 'Value';
}

function readFirstKey(reader: Reader): void {
  if (reader.text.charAt(reader.at) === '}') closeContainer(reader);
  else readKey(reader);
}

function readKey(reader: Reader): void {
  const { text, at } = reader;
  if (text.charAt(at) !== '"') {
    fail(reader, at, 'invalid JSON: expected a member name');
    return;
  }
  const scan = scanJsonString(text, at);
  if (scan.kind === 'Error') {
    fail(reader, scan.at, `invalid JSON: ${scan.message}`);
    return;
  }
  const colon = skipJsonSpace(text, scan.end);
  if (text.charAt(colon) !== ':') {
    fail(reader, colon, 'invalid JSON: expected a colon');
    return;
  }
  reader.name = `${reader.open.at(-1)?.name}.${unescapeJson(text.slice(at + 1, scan.end - 1))}`;
  reader.at = colon + 1;
  reader.expected = 'Value';
}

function readDelimiter(reader: Reader): void {
  const isArray = reader.open.at(-1)?.isArray === true;
  const char = reader.text.charAt(reader.at);
  if (char === (isArray ? ']' : '}')) {
    closeContainer(reader);
  } else if (char === ',') {
    reader.at += 1;
    if (isArray) nextElement(reader);
    else reader.expected = 'Key';
  } else {
    fail(reader, reader.at, `invalid JSON: expected a comma or ${isArray ? ']' : '}'}`);
  }
}

/**
 * Closes an object or array. An empty one below the root is stored as "" or "0". Coraza stores nothing, which hides
 * the name of a member such as `{"user":{"$ne":{}}}` from rules on ARGS_NAMES.
 */
function closeContainer(reader: Reader): void {
  const container = reader.open.pop();
  reader.at += 1;
  if (container === undefined) return;
  const { name, isArray, count } = container;
  if (count === 0 && reader.open.length > 0) addPair(reader, name, isArray ? '0' : '');
  if (count > 0 && isArray) addPair(reader, name, String(count));
  finishValue(reader);
}

function readEnd(reader: Reader): void {
  if (reader.at < reader.text.length) fail(reader, reader.at, 'invalid JSON: text after the value');
  else reader.expected = 'Nothing';
}

/**
 * Adds a pair. Parsing stops when there are too many pairs or their names are too long; in the second case the value
 * and the rest of the text are added under the name `json`.
 */
function addPair(reader: Reader, name: ByteString, value: ByteString): void {
  const { pairs, limits, text } = reader;
  if (reader.expected === 'Nothing') return;
  reader.nameBytes += name.length;
  if (pairs.length >= limits.argumentsLimit) {
    reader.limitReached = true;
    reader.expected = 'Nothing';
  } else if (reader.nameBytes > NAME_BYTES_PER_BYTE * text.length + MORE_NAME_BYTES) {
    reader.error = 'argument names too long';
    reader.expected = 'Nothing';
    pairs.push(['json', value], ['json', unescapeJson(text.slice(reader.at))]);
  } else {
    pairs.push([name, value]);
  }
}

/** Ends parsing with an error. `reader.at` is at the start of the bad token, `position` at the wrong byte. */
function fail(reader: Reader, position: number, message: string): void {
  const { open, text } = reader;
  const name = reader.expected === 'Value' ? reader.name : (open.at(-1)?.name ?? 'json');
  for (const container of open.toReversed()) {
    if (container.isArray && container.count > 0) {
      addPair(reader, container.name, String(container.count));
    }
  }
  const rest = unescapeJson(text.slice(reader.at));
  if (rest !== '') addPair(reader, name, rest);
  reader.error ??= message;
  reader.at = position;
  reader.expected = 'Nothing';
}
