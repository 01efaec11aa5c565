/** Selections and transformation results are computed once and kept, instead of once for each rule. */
import type { Program } from './program.ts';

export function shareResults(program: Program): Program {
  return { ...program, sharing: { kind: 'PerTransaction' } };
}
