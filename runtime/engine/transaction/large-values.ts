/** Large texts that transformations make: few of them fit into memory at a time. */
import type { ByteString } from '../bytes/byte-string.ts';
import { keepForm, type Text } from '../collections/entry.ts';
import type { HostServices } from '../host/host-services.ts';

/** Bytes from which a text is large. */
export const LARGE_TEXT = 1_048_576;

type Holder = {
  readonly texts: Map<ByteString, Text>;
  readonly services: HostServices;
  readonly text: (value: ByteString) => Text;
};

/**
 * Keeps a large result with the text it was made from, in place of the large one before it and all that was made
 * of that: rules ask for one after the other, and what one asks for again is made again.
 */
export function keepLargeForm(
  { texts, services, text: textOf }: Holder,
  text: Text,
  slot: number,
  value: ByteString,
): Text {
  forgetForms(texts, text);
  // What was forgotten, then what the result was put together from.
  services.collect?.();
  const form = textOf(value);
  services.collect?.();
  keepForm(text, slot, form);
  return form;
}

/** Chains are as long as the longest list of transformations: `text.forms` never leads back to a text but to itself. */
function forgetForms(texts: Map<ByteString, Text>, text: Text): void {
  const { forms } = text;
  text.forms = undefined;
  for (let form = forms; form !== undefined; form = form.next) {
    if (form.text === text || form.text.value.length < LARGE_TEXT) {
      keepForm(text, form.slot, form.text);
    } else {
      texts.delete(form.text.value);
      forgetForms(texts, form.text);
    }
  }
}
