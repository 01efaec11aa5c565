/** TX variables in registers, and the code that reads and writes them. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { type Code, remark, ts } from './code.ts';

export type TxRegister = {
  /** The number, with the name in a comment: `17 /* anomaly_score *\/`. */
  readonly number: Code;
  /** The value of the register: `tx.registers[17 /* anomaly_score *\/]`. */
  readonly value: Code;
  /** The name in lower case. */
  readonly key: string;
};

/** Returns the register of a variable; undefined when it has none. */
export type FindTxRegister = (
  collection: string,
  key: string | undefined,
) => TxRegister | undefined;

/** Creates the registers. `names` are in lower case; the first one has register 0. */
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
