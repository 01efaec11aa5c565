/** The record of a transformation. */
import type * as engine from '#engine/transformations/index.ts';
import type { NameRecord } from '../name-record.ts';

/** The name as the manual spells it, which is also the name of the engine's function. */
export type TransformationName = keyof typeof engine;

type Preview = 'base64Classes';

export type TransformationRecord = NameRecord & {
  /** Other spellings of the name. */
  readonly aliases?: readonly string[];
  /** The bytes that it changes: a value without any of them stays the same. Left out when it may change any value. */
  readonly changes?: ChangedBytes;
  /**
   * The bytes of `changes` without which the result is a substring of the value, so that it contains nothing that the
   * value does not contain. Left out when these are all of them.
   */
  readonly rewrites?: string;
  /**
   * Bytes that its result may have and the value had not, except for letter case: none when the list is empty. Only
   * together with `changes`. Left out when a changed value may have any byte.
   */
  readonly adds?: readonly AddedBytes[];
  /**
   * Bytes that it inserts, or that separate what it joins: a part of its result without any of them is also a part of the
   * value, except for letter case. Left out when it may join any bytes.
   */
  readonly separators?: string;
  /**
   * What its result consists of: the bytes of the value, each changed on its own; a part of the value; or digits. Only
   * the set of bytes counts, not their order. Left out when the result may have any bytes.
   */
  readonly result?: 'bytewise' | 'part' | 'digits';
  /** The function of the engine that returns the byte classes of its result without building it. */
  readonly preview?: Preview;
  /** True when its result has bytes that were encoded in the value. */
  readonly decodes?: true;
  /** True when applying it a second time directly afterwards changes nothing. */
  readonly idempotent?: true;
  readonly changesCase?: true;
  /** True when its results for values that differ in letter case only differ in letter case only. */
  readonly ignoresCase?: true;
  /** Transformations that undo it when they follow directly. */
  readonly undoneBy?: readonly TransformationName[];
};

/** `lowerCase` means that it also converts A-Z to a-z. */
export type ChangedBytes = { readonly bytes: string; readonly lowerCase?: true };

/** `bytes` may be added to a value that has one of the bytes `from`; undefined means any byte. */
export type AddedBytes = { readonly from: string; readonly bytes: string | undefined };

export type TransformationRecords = Partial<
  Readonly<Record<TransformationName, TransformationRecord>>
>;
