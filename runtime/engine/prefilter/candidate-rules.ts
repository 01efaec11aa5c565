/**
 * Which rules of a phase are worth calling: those whose every match needs something that none of their texts
 * has are left out, all in one pass over a table that the processor keeps at hand.
 */

import { BITS_PER_WORD, createBits, hasBit, setBit } from '../bytes/bit-words.ts';
import type { Tx } from '../transaction/tx.ts';
import { hasTrait } from './byte-classes.ts';
import { mayMatch } from './literal-index.ts';
import { nothing, viewAt } from './summarize-targets.ts';
import type { View, Views } from './target-summary.ts';

/** What a rule needs, as the compiler emits it. */
export type GateCode = {
  /** Place in the phase, from 0. */
  readonly rule: number;
  /** Place in the list of all views. */
  readonly view: number;
  /** Sets of byte kinds (traits.ts): every match has a byte of each. */
  readonly needs: readonly number[];
  /** Of the prefilter. */
  readonly question?: number;
};

export type Gates = {
  readonly views: Views;
  /** Rules without a gate. */
  readonly always: Live;
  /** A row a gate: rule, view, word and mask of the question (no mask: none), number of needs, needs. */
  readonly rows: Int32Array;
};

/** One bit a rule (bits.ts). */
export type Live = readonly number[];

/** `rules`: how many the phase has. */
export function loadGates(views: Views, rules: number, gates: readonly GateCode[]): Gates {
  const gated = new Set(gates.map(({ rule }) => rule));
  const always = createBits(rules);
  for (let rule = 0; rule < rules; rule += 1) if (!gated.has(rule)) setBit(always, rule);
  const rows = gates.flatMap(({ rule, view, needs, question }) => {
    const word = question === undefined ? 0 : Math.floor(question / BITS_PER_WORD);
    const mask = question === undefined ? 0 : 1 << (question % BITS_PER_WORD);
    return [rule, view, word, mask, needs.length, ...needs];
  });
  return { views, always, rows: Int32Array.from(rows) };
}

/** The rules to call. Views are those of this moment, so it is the first thing that a phase does. */
export function liveRules(tx: Tx, { views, always, rows }: Gates): Live {
  const live = always.slice();
  views.made.fill(undefined);
  let at = 0;
  while (at < rows.length) {
    const view = viewAt(tx, views, rows[at + 1] ?? 0);
    const end = at + 5 + (rows[at + 4] ?? 0);
    if (view !== nothing && isOpen(view, rows, at, end)) setBit(live, rows[at] ?? 0);
    at = end;
  }
  return live;
}

function isOpen(view: View, rows: Int32Array, at: number, end: number): boolean {
  const mask = rows[at + 3] ?? 0;
  if (mask !== 0 && !mayMatch(view.candidates, rows[at + 2] ?? 0, mask)) return false;
  for (let need = at + 5; need < end; need += 1) {
    if (!hasTrait(view, rows[need] ?? 0)) return false;
  }
  return true;
}

/** `rule`: its place in the phase. */
export function isLive(live: Live, rule: number): boolean {
  return hasBit(live, rule);
}
