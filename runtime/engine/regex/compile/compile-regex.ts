/** Compiles the text of an expression to its AST and the code that the engine runs. */
import type { ByteString } from '../../bytes/byte-string.ts';
import type { AutomatonCode } from '../automaton-code.ts';
import { MAX_STATES } from '../nfa.ts';
import { approximate } from './approximate.ts';
import type { Atomic, BackReference, Regex } from './ast.ts';
import { type CompiledAutomaton, compileAutomaton } from './compile-automaton.ts';
import { findNonRegular } from './find-non-regular.ts';
import { parseRegex } from './parse-regex.ts';
import type { RegexError, RegexFlags } from './pattern-reader.ts';
import { statesAtMost } from './states-at-most.ts';

export type CompiledPattern =
  | { readonly kind: 'Linear'; readonly regex: Regex; readonly code: AutomatonCode }
  | {
      readonly kind: 'NonRegular';
      readonly found: BackReference | Atomic;
      readonly regex: Regex;
      /** Code for the backtracker; undefined: it cannot run the expression either. */
      readonly code: AutomatonCode | undefined;
      /** An approximation that matches wherever the expression does (approximate.ts); undefined: it is too large. */
      readonly filter: AutomatonCode | undefined;
    }
  | RegexError;

/** Compiles an expression. Never throws: an expression that cannot be parsed or is too large returns an error. */
export function compileRegex(
  pattern: ByteString,
  flags: Partial<RegexFlags> = {},
): CompiledPattern {
  const parsed = parseRegex(pattern, flags);
  return parsed.kind === 'Error' ? parsed : compileParsed(parsed.regex);
}

/** Compiles a parsed expression. `maxFilterStates`: limit for the filter of an expression with back-references. */
export function compileParsed(regex: Regex, maxFilterStates = MAX_STATES): CompiledPattern {
  const automaton = compileAutomaton(regex);
  const found = findNonRegular(regex);
  if (found === undefined) {
    return automaton.kind === 'Error' ? automaton : { kind: 'Linear', regex, code: automaton.code };
  }
  const loose = approximate(regex);
  const filter = statesAtMost(loose.root) > maxFilterStates ? undefined : compileAutomaton(loose);
  return { kind: 'NonRegular', found, regex, code: codeOf(automaton), filter: codeOf(filter) };
}

function codeOf(compiled: CompiledAutomaton | undefined): AutomatonCode | undefined {
  return compiled?.kind === 'Ok' ? compiled.code : undefined;
}
