/** TX variables in registers: the code that reads and writes them. */
import { lowerAscii } from '../../runtime/engine/bytes/byte-string.ts';
import { type Code, remark, ts } from './code.ts';

export type TxRegister = {
  /** The number, and the name as a remark: `17 /* anomaly_score *\/`. */
  readonly number: Code;
  /** Where the value is: `tx.registers[17 /* anomaly_score *\/]`. */
  readonly value: Code;
  /** Lower case. */
  readonly key: string;
};

/** The register of a variable; undefined: it has none. */
export type FindTxRegister = (
  collection: string,
  key: string | undefined,
) => TxRegister | undefined;

/** `names` in lower case: the first one has register 0. */
export function createTxRegisters(names: readonly string[]): FindTxRegister {
  const registers = new Map(
    names.map((key, index): [string, TxRegister] => [key, registerOf(key, index)]),
  );
  return (collection, key) =>
    collection === 'TX' && key !== undefined ? registers.get(lowerAscii(key)) : undefined;
}

function registerOf(key: string, index: number): TxRegister {
  const number = ts`${index} ${remark(key)}`;
  return { number, value: ts`tx.registers[${number}]`, key };
}
