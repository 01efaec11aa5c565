/** The record of an operator: how its argument is parsed, and which engine functions test and capture. */
import type * as engine from '#engine/operators/index.ts';
import type { NameRecord } from '../name-record.ts';

export type OperatorFunction = keyof typeof engine;

/** Kinds of arguments. resolve-operator.ts has one parser for each. */
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
  /** Function that runtime/engine/operators exports. */
  readonly engine: OperatorFunction;
  readonly argument: ArgumentKind;
  /** Engine function that returns the captures; left out when the operator captures nothing. */
  readonly captures?: OperatorFunction;
  /**
   * The collection that a match fills; left out for TX, which only rules with `capture` fill. ARGS_PATH gets the
   * captures in all rules; @geoLookup fills GEO itself.
   */
  readonly into?: 'ARGS_PATH' | 'GEO';
  /** Every match contains one of these bytes; left out when that is not known or depends on the argument. */
  readonly needs?: string;
  /** True when every matching value contains the whole argument. */
  readonly containsArgument?: true;
  /** True when the engine function reads a prefix that many texts share only once (transaction/prefixed-texts.ts). */
  readonly sharesPrefixes?: true;
};

/** By name as the manual spells it. */
export type OperatorRecords = Readonly<Record<string, OperatorRecord>>;
