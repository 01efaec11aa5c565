/** Makes selections and results of transformations be computed once and cached, instead of once for each rule. */
import type { Program } from './program.ts';

export function shareResults(program: Program): Program {
  return { ...program, sharing: 'PerTransaction' };
}
