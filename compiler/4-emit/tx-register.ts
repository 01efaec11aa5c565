/** TX variables that live in slots: what stands for them in emitted code. */
import { lowerAscii } from '../../runtime/engine/bytes/byte-string.ts';
import { type Code, remark, ts } from './code.ts';

export type TxSlot = {
  /** The number, and the name as a remark: `17 /* anomaly_score *\/`. */
  readonly number: Code;
  /** Where the value is: `tx.registers[17 /* anomaly_score *\/]`. */
  readonly value: Code;
  /** Lower case. */
  readonly key: string;
};

/** The slot of a variable, undefined when it has none. */
export type FindTxSlot = (collection: string, key: string | undefined) => TxSlot | undefined;

/** `names` in lower case: the first one has slot 0. */
export function createTxSlots(names: readonly string[]): FindTxSlot {
  const slots = new Map(names.map((key, index): [string, TxSlot] => [key, slotOf(key, index)]));
  return (collection, key) =>
    collection === 'TX' && key !== undefined ? slots.get(lowerAscii(key)) : undefined;
}

function slotOf(key: string, index: number): TxSlot {
  const number = ts`${index} ${remark(key)}`;
  return { number, value: ts`tx.registers[${number}]`, key };
}
