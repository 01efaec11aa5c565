/**
 * Assigns registers to TX variables that rules name, so that emitted code accesses them by number. Variables that a
 * rule enumerates stay in the store, which records the order in which they were set; so do variables that expire or are
 * deprecated.
 */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import { isCaptureName } from '../language/capture-names.ts';
import { matchesPattern } from './match-pattern.ts';
import type { Effect, Program } from './program.ts';
import { collectReads, rulesOf } from './tx-reads.ts';

export function assignTxRegisters(program: Program): Program {
  const rules = rulesOf(program);
  const effects = rules.flatMap(({ links }) => links.flatMap((link) => link.effects));
  const reads = collectReads(rules);
  const aging = namesIn(effects, ['ExpireVariable', 'DeprecateVariable']);
  if (reads.all || aging.includes(undefined)) return program;
  const stored = new Set(aging);
  const named = [...namesIn(effects, ['SetVariable']), ...reads.names];
  const txRegisters = [...new Set(named)]
    .filter((name) => name !== undefined)
    .filter(
      (name) =>
        !isCaptureName(name) &&
        !stored.has(name) &&
        !reads.patterns.some(({ code }) => matchesPattern(code, name)),
    );
  return { ...program, txRegisters };
}

type OnVariable = 'SetVariable' | 'ExpireVariable' | 'DeprecateVariable';

/**
 * Returns the TX variables that effects of these kinds change, in lower case; undefined for a name that is known only
 * at run time.
 */
function namesIn(
  effects: readonly Effect[],
  kinds: readonly OnVariable[],
): readonly (string | undefined)[] {
  return effects.flatMap((effect) => {
    if (!('collection' in effect) || effect.collection !== 'TX') return [];
    if (!('name' in effect) || !kinds.includes(effect.kind)) return [];
    const name = literalText(effect.name);
    return [name === undefined ? undefined : lowerAscii(name)];
  });
}
