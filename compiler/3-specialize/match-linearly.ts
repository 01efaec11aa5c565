/** Expressions run as automata, whose time grows with the input and not with its powers. */
import type { Program } from './program.ts';

export function matchLinearly(program: Program): Program {
  return { ...program, matching: 'Linear' };
}
