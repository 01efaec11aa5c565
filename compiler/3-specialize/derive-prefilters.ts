/** Tells what every match of a rule has in it: byte kinds, and what the prefilter looks for. */
import { lowerAscii } from '../../runtime/engine/bytes/byte-string.ts';
import { bytesOfClasses } from '../../runtime/engine/prefilter/byte-classes.ts';
import { bytesOf } from '../../runtime/engine/regex/compile/byte-set.ts';
import { findRequirement } from '../regex/find-requirement.ts';
import { type Requirement, requirementOf } from '../regex/requirement.ts';
import { classText } from '../regex/translate-regex.ts';
import type { Link, PhaseProgram, Program, Question, Rule, Test } from './program.ts';
import { isCommon, kindsOf, requiredKinds } from './required-byte-classes.ts';

export function derivePrefilters(program: Program): Program {
  const places = new Map<string, number>();
  const questions: Question[] = [];
  const ask = (question: Question): number => {
    const key = JSON.stringify(question);
    const place = places.get(key) ?? questions.push(question) - 1;
    places.set(key, place);
    return place;
  };
  const phases = program.phases.map(({ phase, steps }): PhaseProgram => {
    const asked = steps.map((step) => (step.kind === 'Marker' ? step : withNeeds(step, ask)));
    return { phase, steps: asked };
  });
  return { ...program, phases, questions };
}

/** What a question looks for, byte kinds byte by byte. */
export function wordsOf({ literals, kinds }: Question): readonly string[] {
  return [...literals, ...bytesOfClasses(kinds)];
}

/** What one need of a test asks for, as an expression of one byte. */
export function needText(kinds: number): string {
  return classText(bytesOf(bytesOfClasses(kinds)));
}

/** Only heads: what stands behind a match is asked so rarely that a scan would cost more. */
function withNeeds(rule: Rule, ask: (question: Question) => number): Rule {
  const [head, ...chained] = rule.links;
  if (head?.test === undefined || !isKept(head.test)) return rule;
  const needs = requiredKinds(head.test);
  const question = questionOf(head.test);
  const place = question === undefined ? undefined : ask(question);
  const asked: Link = { ...head, test: { ...head.test, needs, question: place } };
  return { ...rule, links: [asked, ...chained] };
}

/** The prefilter reads texts that stay the same for the phase, whatever a ctl excludes. */
function isKept({ targets }: Test): boolean {
  return targets.every(({ variable, mode }) => variable.row.life === 'fixed' && mode === 'values');
}

function questionOf({ argument, negated }: Test): Question | undefined {
  const requirement = negated ? undefined : requiredBy(argument);
  if (requirement === undefined) return undefined;
  const { literals, bytes } = requirement;
  const kinds = kindsOf(bytes);
  // Without literals, the needs tell as much; letters and digits are everywhere.
  return literals.length === 0 || isCommon(kinds) ? undefined : { literals, kinds };
}

function requiredBy(argument: Test['argument']): Requirement | undefined {
  if (argument.kind === 'Phrases') return requirementOf(argument.phrases.map(lowerAscii));
  return argument.kind === 'Regex' ? findRequirement(argument.regex) : undefined;
}
