/**
 * Making views: once for each phase, for all rules that look at the same texts. A view may say yes too
 * often, never no: it holds the texts as they are as well as what transformations make of them.
 */
import type { Entry, Text } from './entry.ts';
import { type Candidates, findCandidates, type Prefilter } from './prefilter.ts';
import type { Tx } from './tx.ts';
import type { View } from './view.ts';

export type Form = (tx: Tx, text: Text) => Text;

/** `changes` of a transformation list that may change any text, the empty one too. */
export const ANYTHING = -1;

/** The view of no text. */
const nothing: View = { traits: 0, candidates: [] };

/** The view of the texts as they are. */
export function viewTexts(
  tx: Tx,
  slot: number,
  prefilter: Prefilter,
  entries: readonly Entry[],
): View {
  if (entries.length === 0) return keepView(tx, slot, nothing);
  const candidates = prefilter.none.slice();
  let traits = 0;
  for (const { text } of entries) {
    traits |= text.traits;
    unite(candidates, candidatesOf(tx, prefilter, text));
  }
  return keepView(tx, slot, { traits, candidates });
}

/**
 * The view of forms of the texts. Only texts with a byte of the kinds `changes` are looked at: the others
 * stay as they are, or differ in letter case, which neither traits nor candidates tell apart.
 */
export function viewForms(
  tx: Tx,
  slot: number,
  prefilter: Prefilter,
  plain: View,
  entries: readonly Entry[],
  changes: number,
  forms: readonly Form[],
): View {
  if (entries.length === 0) return keepView(tx, slot, nothing);
  const candidates = plain.candidates.slice();
  let { traits } = plain;
  for (const { text } of entries) {
    if ((text.traits & changes) === 0 && changes !== ANYTHING) continue;
    for (const form of forms) {
      const formed = form(tx, text);
      if (formed === text) continue;
      traits |= formed.traits;
      unite(candidates, candidatesOf(tx, prefilter, formed));
    }
  }
  return keepView(tx, slot, { traits, candidates });
}

/** The view of the texts as they are, when it holds for their forms too: none has what `changes` name. */
export function unchangedView(
  tx: Tx,
  slot: number,
  plain: View,
  changes: number,
): View | undefined {
  if ((plain.traits & changes) !== 0 || changes === ANYTHING) return undefined;
  return keepView(tx, slot, plain);
}

/** What several views say together. */
export function sumViews(tx: Tx, slot: number, views: readonly View[]): View {
  let sum: { traits: number; candidates: number[] } | undefined;
  let only = nothing;
  for (const view of views) {
    if (view === nothing || view === only) continue;
    if (only === nothing) {
      only = view;
      continue;
    }
    sum ??= { traits: only.traits, candidates: only.candidates.slice() };
    sum.traits |= view.traits;
    unite(sum.candidates, view.candidates);
  }
  return keepView(tx, slot, sum ?? only);
}

/** What the prefilter finds in the text: scanned once. */
export function candidatesOf(tx: Tx, prefilter: Prefilter, text: Text): Candidates {
  const { candidates } = text;
  if (candidates !== undefined) return candidates;
  tx.spend(text.value);
  const found = findCandidates(prefilter, text.value);
  text.candidates = found;
  return found;
}

function unite(union: number[], candidates: Candidates): void {
  for (let word = 0; word < candidates.length; word += 1) {
    union[word] = (union[word] ?? 0) | (candidates[word] ?? 0);
  }
}

function keepView(tx: Tx, slot: number, view: View): View {
  tx.views[slot] = view;
  return view;
}

/** multiMatch: the text as it is, and each form that differs from the one before. */
export function everyForm(tx: Tx, text: Text, forms: readonly Form[]): readonly Text[] {
  const texts = [text];
  let last = text;
  for (const form of forms) {
    const formed = form(tx, text);
    if (formed !== last) texts.push(formed);
    last = formed;
  }
  return texts;
}
