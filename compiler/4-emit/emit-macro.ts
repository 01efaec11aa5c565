/** Emits macros as template literals that read the transaction. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Macro, MacroPart } from '../2-resolve/ruleset.ts';
import { isCaptureName } from '../language/capture-names.ts';
import { type Code, template, ts } from './code.ts';
import { engine, v } from './engine-names.ts';
import type { FindTxRegister } from './tx-register.ts';

export function emitMacro(macro: Macro, txRegister: FindTxRegister): Code {
  return template(
    macro.map((part) => (part.kind === 'Literal' ? part.text : emitVariable(part, txRegister))),
  );
}

/** Emits the macro of a logdata, which reads only the beginning of long matched values and captures. */
export function emitLogdata(macro: Macro, txRegister: FindTxRegister): Code {
  return template(
    macro.map((part) => {
      if (part.kind === 'Literal') return part.text;
      return emitQuoted(part, txRegister) ?? emitVariable(part, txRegister);
    }),
  );
}

/** Read directly from the transaction, so that matches do not have to intern them. */
const MATCHED: Readonly<Record<string, Code | undefined>> = {
  MATCHED_VAR: ts`tx.matchedValue`,
  MATCHED_VAR_NAME: ts`tx.matchedName`,
};

type VariablePart = Extract<MacroPart, { kind: 'Variable' }>;

function emitQuoted({ variable, key }: VariablePart, txRegister: FindTxRegister): Code | undefined {
  if (variable.name === 'MATCHED_VAR') return ts`${engine('quotedValue')}(tx.matchedValue)`;
  const isCapture = variable.name === 'TX' && key !== undefined && isCaptureName(key);
  if (!isCapture || txRegister('TX', key) !== undefined) return undefined;
  return ts`${engine('quotedCapture')}(${v(variable.record.engine)}(tx), ${key})`;
}

function emitVariable({ variable, key }: VariablePart, txRegister: FindTxRegister): Code {
  const direct = MATCHED[variable.name];
  if (direct !== undefined) return direct;
  const source = ts`${v(variable.record.engine)}(tx)`;
  const path = key === undefined ? variable.name : `${variable.name}.${key}`;
  // A macro that cannot be resolved expands to its own text, as in Coraza, but in lower case.
  const otherwise = lowerAscii(path);
  const register = txRegister(variable.name, key);
  if (register !== undefined)
    return ts`${engine('registerText')}(${register.value}) ?? ${otherwise}`;
  if (variable.record.stored) {
    return key === undefined
      ? ts`${otherwise}`
      : ts`${engine('storedValue')}(${source}, ${lowerAscii(key)}, ${otherwise})`;
  }
  return key === undefined
    ? ts`${engine('firstValue')}(${source}, ${otherwise})`
    : ts`${engine('keyedValue')}(${source}, ${lowerAscii(key)}, ${otherwise})`;
}
