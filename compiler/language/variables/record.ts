/** What is known of a variable: what it is, since which phase it holds data, and who provides it. */
import type * as engine from '../../../runtime/engine/variables/index.ts';
import type { NameRecord } from '../name-record.ts';

export type VariableFunction = keyof typeof engine;

export type VariableRecord = NameRecord & {
  /** Exported function of runtime/engine/variables that yields its entries. */
  readonly engine: VariableFunction;
  readonly kind: 'scalar' | 'collection';
  /** First phase in which it can hold data. */
  readonly phase: 1 | 2 | 3 | 4 | 5;
  /**
   * fixed: the same for the rest of the phase, so a selection may be cached;
   * changing: rules change it while they run.
   */
  readonly life: 'fixed' | 'changing';
  /** Its entries are in a VariableStore, by name. */
  readonly stored: boolean;
};

export type VariableRecords = Readonly<Record<string, VariableRecord>>;

/** What differs from a variable that holds data from phase 1 on and stays the same. */
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

/** A collection that rules write. */
export function stored(
  engine: VariableFunction,
  documentation: string,
  details: Details = {},
): VariableRecord {
  return { ...collection(engine, documentation, details), life: 'changing', stored: true };
}
