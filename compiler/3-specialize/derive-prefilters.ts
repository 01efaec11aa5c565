/** Derives what every match of a rule contains: byte classes, and the literals that the prefilter looks for. */

import { bytesOfClasses } from '../../runtime/engine/bytes/byte-classes.ts';
import { lowerAscii } from '../../runtime/engine/bytes/byte-string.ts';
import { bytesOf } from '../../runtime/engine/regex/compile/byte-set.ts';
import { findRequirement } from '../regex/find-requirement.ts';
import { type Requirement, requirementOf } from '../regex/requirement.ts';
import { classText } from '../regex/translate-regex.ts';
import type { Link, PhaseProgram, PrefilterClause, Program, Rule, Test } from './program.ts';
import { byteClassesOfBytes, isCommon, requiredByteClasses } from './required-byte-classes.ts';

export function derivePrefilters(program: Program): Program {
  const indexes = new Map<string, number>();
  const clauses: PrefilterClause[] = [];
  const indexOfClause = (clause: PrefilterClause): number => {
    const key = JSON.stringify(clause);
    const index = indexes.get(key) ?? clauses.push(clause) - 1;
    indexes.set(key, index);
    return index;
  };
  const phases = program.phases.map(({ phase, steps }): PhaseProgram => {
    const filtered = steps.map((step) =>
      step.kind === 'Marker' ? step : withNeeds(step, indexOfClause),
    );
    return { phase, steps: filtered };
  });
  return { ...program, phases, clauses };
}

/** The literals of a clause; its byte classes byte by byte. */
export function wordsOf({ literals, byteClasses }: PrefilterClause): readonly string[] {
  return [...literals, ...bytesOfClasses(byteClasses)];
}

/** What one need of a test requires, as an expression of one byte. */
export function needText(byteClasses: number): string {
  return classText(bytesOf(bytesOfClasses(byteClasses)));
}

/** Only heads: what follows a match is tested so rarely that a scan would cost more. */
function withNeeds(rule: Rule, indexOfClause: (clause: PrefilterClause) => number): Rule {
  const [head, ...chained] = rule.links;
  if (head?.test === undefined || !isFixed(head.test)) return rule;
  const needs = requiredByteClasses(head.test);
  const clause = clauseOf(head.test);
  const index = clause === undefined ? undefined : indexOfClause(clause);
  const filtered: Link = { ...head, test: { ...head.test, needs, clause: index } };
  return { ...rule, links: [filtered, ...chained] };
}

/** The prefilter reads texts that stay the same for the phase, whatever a ctl excludes. */
function isFixed({ targets }: Test): boolean {
  return targets.every(
    ({ variable, mode }) => variable.record.life === 'fixed' && mode === 'values',
  );
}

function clauseOf({ argument, negated }: Test): PrefilterClause | undefined {
  const requirement = negated ? undefined : requiredBy(argument);
  if (requirement === undefined) return undefined;
  const { literals, bytes } = requirement;
  const byteClasses = byteClassesOfBytes(bytes);
  // Without literals, the needs select as well; letters and digits are everywhere.
  return literals.length === 0 || isCommon(byteClasses) ? undefined : { literals, byteClasses };
}

function requiredBy(argument: Test['argument']): Requirement | undefined {
  if (argument.kind === 'Phrases') return requirementOf(argument.phrases.map(lowerAscii));
  return argument.kind === 'Regex' ? findRequirement(argument.regex) : undefined;
}
