/**
 * Which rules of a phase are worth calling: those whose every match needs something that none of their texts
 * has are left out, all in one pass over a table that the processor keeps at hand.
 */
import { nothing, viewAt } from './make-view.ts';
import { mayMatch, QUESTIONS_PER_WORD } from './prefilter.ts';
import { hasTrait } from './traits.ts';
import type { Tx } from './tx.ts';
import type { View, Views } from './view.ts';

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

/** One bit a rule, 30 a word: plain small integers. */
export type Live = readonly number[];

const RULES_PER_WORD = 30;

/** `rules`: how many the phase has. */
export function loadGates(views: Views, rules: number, gates: readonly GateCode[]): Gates {
  const words = Math.floor(rules / RULES_PER_WORD) + 1;
  const always = Array.from({ length: words }, () => (1 << RULES_PER_WORD) - 1);
  for (const { rule } of gates) change(always, rule);
  const rows = gates.flatMap(({ rule, view, needs, question }) => {
    const word = question === undefined ? 0 : Math.floor(question / QUESTIONS_PER_WORD);
    const mask = question === undefined ? 0 : 1 << (question % QUESTIONS_PER_WORD);
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
    if (view !== nothing && isOpen(view, rows, at, end)) change(live, rows[at] ?? 0);
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

function change(live: number[], rule: number): void {
  const word = Math.floor(rule / RULES_PER_WORD);
  live[word] = (live[word] ?? 0) ^ (1 << (rule % RULES_PER_WORD));
}

/** `rule`: its place in the phase. */
export function isLive(live: Live, rule: number): boolean {
  return ((live[Math.floor(rule / RULES_PER_WORD)] ?? 0) & (1 << (rule % RULES_PER_WORD))) !== 0;
}
