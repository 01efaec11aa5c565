/**
 * Making views: once for each phase, for all rules that look at the same texts. A view may say yes too
 * often, never no: it holds the texts as they are as well as what transformations make of them.
 */
import type { Entry, Text } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import { type Candidates, findCandidates, type Prefilter, unite } from './literal-index.ts';
import type { Form, View, ViewPlan, Views } from './target-summary.ts';

/** `changes` of a transformation list that may change any text, the empty one too. */
export const ANYTHING = -1;

/** The view of no text. */
export const nothing: View = { traits: 0, candidates: [] };

/** The view at a place in the list of all: made at the first call of a phase. */
export function viewAt(tx: Tx, views: Views, place: number): View {
  const known = views.made[place];
  if (known !== undefined) return known;
  const plan = views.plans[place];
  const view = plan === undefined ? nothing : makeView(tx, views, plan);
  views.made[place] = view;
  return view;
}

function makeView(tx: Tx, views: Views, plan: ViewPlan): View {
  switch (plan.kind) {
    case 'Texts':
      return viewTexts(tx, views.prefilter, plan.select(tx));
    case 'Sum':
      return sumViews(tx, views, plan.parts);
    case 'Forms': {
      const plain = viewAt(tx, views, plan.plain);
      if (holdsForForms(plain, plan.changes)) return plain;
      return viewForms(tx, views.prefilter, plain, plan.select(tx), plan.changes, plan.forms);
    }
    case 'FormsSum': {
      const plain = viewAt(tx, views, plan.plain);
      return holdsForForms(plain, plan.changes) ? plain : sumViews(tx, views, plan.parts);
    }
  }
}

function viewTexts(tx: Tx, prefilter: Prefilter, entries: readonly Entry[]): View {
  if (entries.length === 0) return nothing;
  const candidates = prefilter.none.slice();
  let traits = 0;
  for (const { text } of entries) {
    traits |= text.traits;
    unite(candidates, candidatesOf(tx, prefilter, text));
  }
  return { traits, candidates };
}

/**
 * The view of forms of the texts. Only texts with a byte of the kinds `changes` are looked at: the others
 * stay as they are, or differ in letter case, which neither traits nor candidates tell apart.
 */
function viewForms(
  tx: Tx,
  prefilter: Prefilter,
  plain: View,
  entries: readonly Entry[],
  changes: number,
  forms: readonly Form[],
): View {
  if (entries.length === 0) return nothing;
  const candidates = plain.candidates.slice();
  let { traits } = plain;
  for (const { text } of entries) {
    if ((text.traits & changes) === 0 && changes !== ANYTHING) continue;
    let formed = text;
    for (const form of forms) {
      const before = formed;
      formed = form(tx, before);
      if (formed === before) continue;
      traits |= formed.traits;
      unite(candidates, candidatesOf(tx, prefilter, formed));
    }
  }
  return { traits, candidates };
}

/** The view of texts as they are holds for their forms too when none has what transformations change. */
function holdsForForms(plain: View, changes: number): boolean {
  return plain === nothing || ((plain.traits & changes) === 0 && changes !== ANYTHING);
}

function sumViews(tx: Tx, views: Views, parts: readonly number[]): View {
  let sum: { traits: number; candidates: number[] } | undefined;
  let only = nothing;
  for (const part of parts) {
    const view = viewAt(tx, views, part);
    if (view === nothing || view === only) continue;
    if (only === nothing) {
      only = view;
      continue;
    }
    sum ??= { traits: only.traits, candidates: only.candidates.slice() };
    sum.traits |= view.traits;
    unite(sum.candidates, view.candidates);
  }
  return sum ?? only;
}

/** What the prefilter finds in the text: scanned once. */
export function candidatesOf(tx: Tx, prefilter: Prefilter, text: Text): Candidates {
  const { candidates } = text;
  if (candidates !== undefined) return candidates;
  tx.spend(text.value);
  const found = findCandidates(prefilter, text.value, text.traits);
  text.candidates = found;
  return found;
}

/** multiMatch: the text as it is, and each form that differs from the one before it is made of. */
export function everyForm(tx: Tx, text: Text, forms: readonly Form[]): readonly Text[] {
  const texts = [text];
  let last = text;
  for (const form of forms) {
    const formed = form(tx, last);
    if (formed !== last) texts.push(formed);
    last = formed;
  }
  return texts;
}
