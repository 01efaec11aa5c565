/** Tells what every match of a rule has in it: byte kinds, and literals that the prefilter looks for. */
import { lowerAscii } from '../../runtime/engine/byte-string.ts';
import { requiredLiterals } from '../regex/analyze-regex.ts';
import type { Link, PhaseProgram, Program, Rule, Test } from './program.ts';
import { requiredKinds } from './required-kinds.ts';

export function derivePrefilters(program: Program): Program {
  const questions = new Map<
    string,
    { readonly index: number; readonly literals: readonly string[] }
  >();
  const ask = (literals: readonly string[]): number => {
    const key = literals.join('\n');
    const index = questions.get(key)?.index ?? questions.size;
    questions.set(key, { index, literals });
    return index;
  };
  const phases = program.phases.map(({ phase, steps }): PhaseProgram => {
    const asked = steps.map((step) => (step.kind === 'Marker' ? step : withNeeds(step, ask)));
    return { phase, steps: asked };
  });
  return { ...program, phases, questions: [...questions.values()].map(({ literals }) => literals) };
}

/** Only heads: what stands behind a match is asked so rarely that a scan would cost more. */
function withNeeds(rule: Rule, ask: (literals: readonly string[]) => number): Rule {
  const [head, ...chained] = rule.links;
  if (head?.test === undefined || !isKept(head.test)) return rule;
  const needs = requiredKinds(head.test);
  const literals = literalsOf(head.test);
  const question = literals === undefined ? undefined : ask(literals);
  const asked: Link = { ...head, test: { ...head.test, needs, question } };
  return { ...rule, links: [asked, ...chained] };
}

/** The prefilter reads texts that stay the same for the phase, whatever a ctl excludes. */
function isKept({ targets }: Test): boolean {
  return targets.every(({ variable, mode }) => variable.row.life === 'fixed' && mode === 'values');
}

function literalsOf({ argument, negated }: Test): readonly string[] | undefined {
  if (negated) return undefined;
  const literals = requiredIn(argument);
  // Single bytes are either everywhere or told by the byte kinds.
  return literals?.some(({ length }) => length < 2) ? undefined : literals;
}

function requiredIn(argument: Test['argument']): readonly string[] | undefined {
  if (argument.kind === 'Phrases') return argument.phrases.map(lowerAscii);
  return argument.kind === 'Regex' ? requiredLiterals(argument.regex) : undefined;
}
