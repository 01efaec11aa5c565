/** A selection seen through a transformation list, with what the prefilter says of it. */
import type { Entry, Text } from './entry.ts';
import { findCandidates, type Prefilter } from './prefilter.ts';
import type { Tx } from './tx.ts';

export type ViewItem = {
  readonly entry: Entry;
  /** The transformed text. */
  readonly text: Text;
  readonly candidates: Uint32Array;
};

export type View = {
  readonly items: readonly ViewItem[];
  /** Questions that some item answers with yes. */
  readonly candidates: Uint32Array;
};

/** Makes the view and keeps it at `slot` for the rest of the phase. */
export function makeView(
  tx: Tx,
  slot: number,
  prefilter: Prefilter,
  entries: readonly Entry[],
  form: (tx: Tx, text: Text) => Text,
): View {
  const candidates = new Uint32Array(prefilter.words);
  const items: ViewItem[] = [];
  for (const entry of entries) {
    const text = form(tx, entry.text);
    text.candidates ??= findCandidates(prefilter, text.value);
    for (let word = 0; word < candidates.length; word += 1) {
      candidates[word] = (candidates[word] ?? 0) | (text.candidates[word] ?? 0);
    }
    items.push({ entry, text, candidates: text.candidates });
  }
  const view = { items, candidates };
  tx.views[slot] = view;
  return view;
}

/** The text as it is: the form of an empty transformation list. */
export function asIs(_tx: Tx, text: Text): Text {
  return text;
}
