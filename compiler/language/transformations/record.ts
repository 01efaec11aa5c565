/** What is known of a transformation. */
import type * as engine from '../../../runtime/engine/transformations/index.ts';
import type { NameRecord } from '../name-record.ts';

/** The manual's spelling, which is also the name of the engine's function. */
export type TransformationName = keyof typeof engine;

export type TransformationRecord = NameRecord & {
  /** Other spellings of the name. */
  readonly aliases?: readonly string[];
  /** Which bytes it changes: a value without any of them stays as it is. Left out: it may change any value. */
  readonly changes?: ChangedBytes;
  /** What its result may have that the value had not, letter case aside. Left out: any byte, when it changes the value. */
  readonly adds?: readonly AddedBytes[];
  /**
   * What its result is made of: each byte of the value, changed by itself; a part of the value; digits.
   * Left out: any bytes.
   */
  readonly result?: 'bytewise' | 'part' | 'digits';
  /** Its result has bytes that the value hid from operators. */
  readonly decodes?: true;
  /** Done a second time at once, it changes nothing. */
  readonly idempotent?: true;
  readonly changesCase?: true;
  /** Those that take back what it does when they come next. */
  readonly undoneBy?: readonly TransformationName[];
};

/** `lowerCase`: besides, A-Z become a-z. */
export type ChangedBytes = { readonly bytes: string; readonly lowerCase?: true };

/** What may come into a value with one of the bytes `from`; undefined: any byte. */
export type AddedBytes = { readonly from: string; readonly bytes: string | undefined };

export type TransformationRecords = Partial<
  Readonly<Record<TransformationName, TransformationRecord>>
>;
