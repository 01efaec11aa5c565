/** The variables of a collection that rules write, and the limits on their number and size. */
import type { ByteString } from '../bytes/byte-string.ts';

export type StoredVariable = {
  /** Name in lower case. */
  readonly name: ByteString;
  readonly value: ByteString;
  /** Milliseconds since the epoch; undefined: it lives as long as its collection. */
  readonly expires: number | undefined;
  /** Time up to which deprecatevar has decreased it, in milliseconds since the epoch; undefined: it has not yet. */
  readonly deprecated: number | undefined;
};

export type StoredVariables = {
  readonly byName: Map<ByteString, StoredVariable>;
  /** Bytes of names and values, plus an overhead for each variable. */
  bytes: number;
  /** Maximum of bytes; a value that would exceed it is not stored. */
  readonly limit: number;
};

/** Bytes: `setvar:tx.a=%{tx.a}%{tx.a}`, run for each of many matches, must not fill the memory. */
const LONGEST_VALUE = 1 << 20;
const BYTES_PER_VARIABLE = 64;
/** Bytes: shorter values of existing variables can change even in a full collection, for counters and flags. */
const ALWAYS_STORED = 32;

export function createVariables(limit = Number.POSITIVE_INFINITY): StoredVariables {
  return { byName: new Map(), bytes: 0, limit };
}

/** Stores the value, cut at 1 MiB; `key` is in lower case. */
export function putVariable(variables: StoredVariables, key: ByteString, value: ByteString): void {
  const { byName } = variables;
  const known = byName.get(key);
  const stored = cutValue(value);
  const bytes = variables.bytes + sizeOf(key, stored) - sizeOfKnown(known);
  const isSmall = known !== undefined && stored.length <= ALWAYS_STORED;
  if (bytes > variables.limit && !isSmall) return;
  variables.bytes = bytes;
  byName.set(key, {
    name: key,
    value: stored,
    expires: known?.expires,
    deprecated: known?.deprecated,
  });
}

/** Returns the value, cut at 1 MiB. */
export function cutValue(value: ByteString): ByteString {
  return value.length > LONGEST_VALUE ? value.slice(0, LONGEST_VALUE) : value;
}

export function removeVariable(variables: StoredVariables, key: ByteString): void {
  const known = variables.byName.get(key);
  if (known === undefined) return;
  variables.bytes -= sizeOfKnown(known);
  variables.byName.delete(key);
}

/** Removes the variables that have expired at `now`. */
export function sweepVariables(variables: StoredVariables, now: number): void {
  for (const { name, expires } of variables.byName.values()) {
    if (expires !== undefined && expires <= now) removeVariable(variables, name);
  }
}

function sizeOfKnown(variable: StoredVariable | undefined): number {
  return variable === undefined ? 0 : sizeOf(variable.name, variable.value);
}

function sizeOf(name: ByteString, value: ByteString): number {
  return BYTES_PER_VARIABLE + name.length + value.length;
}
