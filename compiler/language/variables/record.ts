/** The record of a variable: its kind, the first phase in which it has data, and the function that provides it. */
import type { Phase } from '#engine/host/rule-info.ts';
import type * as engine from '#engine/variables/index.ts';
import type { NameRecord } from '../name-record.ts';

export type VariableFunction = keyof typeof engine;

export type VariableRecord = NameRecord & {
  /** Function that runtime/engine/variables exports; it returns the entries. */
  readonly engine: VariableFunction;
  readonly kind: 'scalar' | 'collection';
  /** The first phase in which it can have data. */
  readonly phase: Phase;
  /**
   * fixed: its entries stay the same for the rest of the phase, so a selection may be cached;
   * changing: rules may change it while they run.
   */
  readonly life: 'fixed' | 'changing';
  /** True when its entries are in a VariableStore, by name. */
  readonly stored: boolean;
};

export type VariableRecords = Readonly<Record<string, VariableRecord>>;

/** Differences from a variable that has data from phase 1 on and does not change. */
type Details = Partial<Pick<VariableRecord, 'phase' | 'life' | 'differs'>>;

export function scalar(
  engine: VariableFunction,
  documentation: string,
  details: Details = {},
): VariableRecord {
  return {
    engine,
    documentation,
    kind: 'scalar',
    phase: 1,
    life: 'fixed',
    stored: false,
    ...details,
  };
}

export function collection(
  engine: VariableFunction,
  documentation: string,
  details: Details = {},
): VariableRecord {
  return { ...scalar(engine, documentation, details), kind: 'collection' };
}

/** Returns the record of a collection that rules write. */
export function stored(
  engine: VariableFunction,
  documentation: string,
  details: Details = {},
): VariableRecord {
  return { ...collection(engine, documentation, details), life: 'changing', stored: true };
}
