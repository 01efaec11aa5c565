/** setvar on TX variables that live in slots: means what set-variable.ts does, and numbers stay numbers. */
import type { ByteString } from '../bytes/byte-string.ts';
import { cutValue } from '../collections/stored-variables.ts';
import { type SlotValue, slotText } from '../collections/tx-variables.ts';
import { changedValue } from './set-variable.ts';

/** Of the transaction. */
type Slots = { readonly slots: SlotValue[] };

/** setvar:tx.name=value */
export function setSlot({ slots }: Slots, slot: number, value: ByteString): void {
  slots[slot] = cutValue(value);
}

/** setvar:tx.name=+value */
export function addToSlot({ slots }: Slots, slot: number, value: number | ByteString): void {
  change(slots, slot, value, 1);
}

/** setvar:tx.name=-value */
export function subtractFromSlot({ slots }: Slots, slot: number, value: number | ByteString): void {
  change(slots, slot, value, -1);
}

function change(slots: SlotValue[], slot: number, value: number | ByteString, sign: 1 | -1): void {
  const current = slots[slot] ?? 0;
  const changed =
    typeof current === 'number' && typeof value === 'number'
      ? current + sign * value
      : changedValue(slotText(current) ?? '', String(value), sign);
  if (changed === undefined) return;
  const isKept = typeof changed === 'number' && Number.isSafeInteger(changed);
  slots[slot] = isKept ? changed : cutValue(String(changed));
}
