/** setvar on TX variables in registers: like set-variable.ts, but numbers stay numbers. */
import type { ByteString } from '../bytes/byte-string.ts';
import { changedValue } from '../collections/changed-value.ts';
import { cutValue } from '../collections/stored-variables.ts';
import { type RegisterValue, registerText } from '../collections/tx-variables.ts';

/** The transaction, of which only the registers are used. */
type Registers = { readonly registers: RegisterValue[] };

/** Sets a register, for `setvar:tx.name=value`. */
export function setRegister({ registers }: Registers, register: number, value: ByteString): void {
  registers[register] = cutValue(value);
}

/** Adds to a register, for `setvar:tx.name=+value`. */
export function addToRegister(
  { registers }: Registers,
  register: number,
  value: number | ByteString,
): void {
  change(registers, register, value, 1);
}

/** Subtracts from a register, for `setvar:tx.name=-value`. */
export function subtractFromRegister(
  { registers }: Registers,
  register: number,
  value: number | ByteString,
): void {
  change(registers, register, value, -1);
}

function change(
  registers: RegisterValue[],
  register: number,
  value: number | ByteString,
  sign: 1 | -1,
): void {
  const current = registers[register] ?? 0;
  const changed =
    typeof current === 'number' && typeof value === 'number'
      ? current + sign * value
      : changedValue(registerText(current) ?? '', String(value), sign);
  if (changed === undefined) return;
  const isExact = typeof changed === 'number' && Number.isSafeInteger(changed);
  registers[register] = isExact ? changed : cutValue(String(changed));
}
