/** Makes expressions run as automata, whose time is linear in the length of the input. */
import type { Program } from './program.ts';

export function matchLinearly(program: Program): Program {
  return { ...program, matching: 'Linear' };
}
