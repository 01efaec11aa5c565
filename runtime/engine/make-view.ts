/** Making views: once for each phase, for all rules that look at the same texts. */
import type { Entry, Text } from './entry.ts';
import { type Candidates, findCandidates, noCandidates, type Prefilter } from './prefilter.ts';
import type { Tx } from './tx.ts';
import type { View, ViewItem } from './view.ts';

export type Form = (tx: Tx, text: Text) => Text;

/** Makes the view of one form and keeps it at `slot` for the rest of the phase. */
export function makeView(
  tx: Tx,
  slot: number,
  prefilter: Prefilter,
  entries: readonly Entry[],
  form: Form,
): View {
  const candidates = noCandidates(prefilter);
  const items: ViewItem[] = [];
  for (const entry of entries) addItem(items, candidates, prefilter, entry, form(tx, entry.text));
  return keepView(tx, slot, { items, candidates });
}

/** multiMatch: an item for the text as it is, and one for each form that changes the one before. */
export function makeStagesView(
  tx: Tx,
  slot: number,
  prefilter: Prefilter,
  entries: readonly Entry[],
  forms: readonly Form[],
): View {
  const candidates = noCandidates(prefilter);
  const items: ViewItem[] = [];
  for (const entry of entries) {
    let last = entry.text;
    addItem(items, candidates, prefilter, entry, last);
    for (const form of forms) {
      const text = form(tx, entry.text);
      if (text !== last) addItem(items, candidates, prefilter, entry, text);
      last = text;
    }
  }
  return keepView(tx, slot, { items, candidates });
}

function addItem(
  items: ViewItem[],
  union: number[],
  prefilter: Prefilter,
  entry: Entry,
  text: Text,
): void {
  const candidates = text.candidates ?? scanText(prefilter, text);
  for (let word = 0; word < union.length; word += 1) {
    union[word] = (union[word] ?? 0) | (candidates[word] ?? 0);
  }
  items.push({ entry, text, candidates });
}

function scanText(prefilter: Prefilter, text: Text): Candidates {
  const candidates = findCandidates(prefilter, text.value);
  text.candidates = candidates;
  return candidates;
}

function keepView(tx: Tx, slot: number, view: View): View {
  tx.views[slot] = view;
  return view;
}

/** The text as it is: the form of an empty transformation list. */
export function asIs(_tx: Tx, text: Text): Text {
  return text;
}
