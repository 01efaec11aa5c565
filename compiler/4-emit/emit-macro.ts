/** Macros -> template literals over the transaction. */
import { lowerAscii } from '../../runtime/engine/byte-string.ts';
import type { Macro, MacroPart } from '../2-resolve/ruleset.ts';
import { type Code, name, template, ts } from './code.ts';
import type { FindTxSlot } from './tx-slot.ts';

export function emitMacro(macro: Macro, txSlot: FindTxSlot): Code {
  return template(
    macro.map((part) => (part.kind === 'Literal' ? part.text : emitVariable(part, txSlot))),
  );
}

type VariablePart = Extract<MacroPart, { kind: 'Variable' }>;

function emitVariable({ variable, key }: VariablePart, txSlot: FindTxSlot): Code {
  const source = ts`${name('v.', variable.row.engine)}(tx)`;
  const path = key === undefined ? variable.name : `${variable.name}.${key}`;
  // What an unresolved macro leaves behind is its own text, in lower case as Coraza writes it.
  const otherwise = lowerAscii(path);
  const slot = txSlot(variable.name, key);
  if (slot !== undefined) return ts`slotText(${slot.value}) ?? ${otherwise}`;
  if (variable.row.stored) {
    return key === undefined
      ? ts`${otherwise}`
      : ts`storedValue(${source}, ${lowerAscii(key)}, ${otherwise})`;
  }
  return key === undefined
    ? ts`firstValue(${source}, ${otherwise})`
    : ts`keyedValue(${source}, ${lowerAscii(key)}, ${otherwise})`;
}
