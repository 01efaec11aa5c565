/** What is known of an operator: how its argument is read and which engine functions test and capture. */
import type * as engine from '../../../runtime/engine/operators/index.ts';
import type { NameRecord } from '../name-record.ts';

export type OperatorFunction = keyof typeof engine;

/** What the text after the operator's name means; resolve-operator.ts has one parser for each. */
export type ArgumentKind =
  | 'none'
  | 'text'
  | 'number'
  | 'regex'
  | 'phrases'
  | 'phraseFile'
  | 'phraseDataset'
  | 'addresses'
  | 'addressFile'
  | 'addressDataset'
  | 'byteRange'
  | 'check'
  | 'nationalId'
  | 'template'
  | 'transaction';

export type OperatorRecord = NameRecord & {
  /** Exported function of runtime/engine/operators. */
  readonly engine: OperatorFunction;
  readonly argument: ArgumentKind;
  /** Engine function that returns what it found; left out: the operator captures nothing. */
  readonly captures?: OperatorFunction;
  /** What it fills: TX for rules with `capture`, which is the default; for all rules ARGS_PATH with captures, GEO by itself. */
  readonly into?: 'ARGS_PATH' | 'GEO';
  /** Bytes of which every match has one; left out: not known, or the argument determines them. */
  readonly needs?: string;
  /** It matches only values with the whole argument in them. */
  readonly containsArgument?: true;
};

/** By the manual's spelling. */
export type OperatorRecords = Readonly<Record<string, OperatorRecord>>;
