/** Applies effects to the known state of TX, with the same arithmetic as the engine's setvar. */
import { addToVariable, subtractFromVariable } from '#engine/actions/index.ts';
import { VariableStore } from '#engine/collections/variable-store.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import { macroTexts } from './evaluate-macro.ts';
import type { Effect } from './program.ts';
import {
  assign,
  assignDynamic,
  lookup,
  MAX_VALUES,
  type TxState,
  type Values,
} from './tx-state.ts';

/** Returns the state after all effects have run once, in order. */
export function applyEffects(effects: readonly Effect[], start: TxState): TxState {
  return effects.reduce(applyEffect, start);
}

function applyEffect(state: TxState, effect: Effect): TxState {
  if (!('collection' in effect) || effect.collection !== 'TX') return state;
  if (effect.kind === 'ExpireVariable' || effect.kind === 'DeprecateVariable') {
    const name = literalText(effect.name);
    return name === undefined ? assignDynamic(state, '') : assign(state, name, 'any');
  }
  if (effect.kind !== 'SetVariable') return state;
  const names = macroTexts(effect.name, state);
  const [name, ...others] = names === 'any' ? [] : names;
  if (name === undefined || others.length > 0) return assignDynamic(state, literalPrefix(effect));
  return assign(state, name, newValues(effect, lookup(state, name), state));
}

type SetVariable = Extract<Effect, { kind: 'SetVariable' }>;

function literalPrefix({ name }: SetVariable): string {
  const [first] = name;
  return first?.kind === 'Literal' ? first.text : '';
}

function newValues(effect: SetVariable, current: Values, state: TxState): Values {
  if (effect.operation === 'unset') return new Set([undefined]);
  const texts = macroTexts(effect.value, state);
  if (texts === 'any' || effect.operation === 'set') return texts;
  if (current === 'any') return 'any';
  const results = new Set<string | undefined>();
  for (const old of current) for (const text of texts) results.add(compute(effect, old, text));
  return results.size > MAX_VALUES ? 'any' : results;
}

/** Computes one addition or subtraction with the engine's own functions. */
function compute(
  { operation }: SetVariable,
  old: string | undefined,
  text: string,
): string | undefined {
  const store = new VariableStore('TX');
  if (old !== undefined) store.set('x', old);
  if (operation === 'add') addToVariable(store, 'x', text);
  else subtractFromVariable(store, 'x', text);
  return store.get('x');
}
