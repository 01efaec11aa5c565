/** Parses numbers and names in metadata actions. */
import type { Phase } from './ruleset.ts';

/** The largest rule id: other engines use signed 32-bit numbers. */
export const MAX_ID = 2_147_483_647;

/** Parses a plain decimal number from `from` to `to` (both included); otherwise returns undefined. */
export function parseNumber(text: string, from: number, to: number): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value < from || value > to ? undefined : value;
}

const phases: ReadonlyMap<string, Phase> = new Map<string, Phase>([
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 4],
  ['5', 5],
  ['request', 2],
  ['response', 4],
  ['logging', 5],
]);

export function parsePhase(text: string): Phase | undefined {
  return phases.get(text.toLowerCase());
}
