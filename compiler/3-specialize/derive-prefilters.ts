/** Derives the precondition of each rule: byte classes and literals that every match contains. */
import { bytesOfClasses } from '#engine/bytes/byte-classes.ts';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { bytesOf } from '#engine/regex/compile/byte-set.ts';
import { findRequirement } from '../regex/find-requirement.ts';
import { type Requirement, requirementOf } from '../regex/requirement.ts';
import { classText } from '../regex/translate-regex.ts';
import { chainRequirement } from './chain-requirement.ts';
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
      step.kind === 'Marker' ? step : withNeeds(step, program, indexOfClause),
    );
    return { phase, steps: filtered };
  });
  return { ...program, phases, clauses };
}

/** Returns the literals of a clause, and each byte of its byte classes. */
export function wordsOf({ literals, byteClasses }: PrefilterClause): readonly string[] {
  return [...literals, ...bytesOfClasses(byteClasses)];
}

/** Returns a mask of byte classes as a regular expression that matches one byte. */
export function needText(byteClasses: number): string {
  return classText(bytesOf(bytesOfClasses(byteClasses)));
}

/**
 * Adds a precondition to the head of a rule. Chained links run so rarely that scanning for them would cost more; the byte
 * classes of their values are known.
 */
function withNeeds(
  rule: Rule,
  program: Program,
  indexOfClause: (clause: PrefilterClause) => number,
): Rule {
  const links = rule.links.map(withByteClasses);
  const [head, ...chained] = links;
  if (head?.test === undefined || !isFixed(head.test)) return { ...rule, links };
  const { argument, negated } = head.test;
  const index = indexOf(clauseOf(negated ? undefined : requiredBy(argument)), indexOfClause);
  const filtered: Link = { ...head, test: { ...head.test, clause: index } };
  // A rule has one precondition, and that of the first link's operator also saves operator calls.
  const ofChain = index === undefined ? clauseOf(chainRequirement(rule, program)) : undefined;
  return { ...rule, links: [filtered, ...chained], clause: indexOf(ofChain, indexOfClause) };
}

function withByteClasses(link: Link): Link {
  const { test } = link;
  if (test === undefined || !isFixed(test)) return link;
  return { ...link, test: { ...test, needs: requiredByteClasses(test) } };
}

/** Returns whether the inspected values stay the same for the whole phase, as the prefilter requires. */
function isFixed({ targets }: Test): boolean {
  return targets.every(
    ({ variable, mode }) => variable.record.life === 'fixed' && mode === 'values',
  );
}

function indexOf(
  clause: PrefilterClause | undefined,
  indexOfClause: (clause: PrefilterClause) => number,
): number | undefined {
  return clause === undefined ? undefined : indexOfClause(clause);
}

function clauseOf(requirement: Requirement | undefined): PrefilterClause | undefined {
  if (requirement === undefined) return undefined;
  const { literals, bytes } = requirement;
  const byteClasses = byteClassesOfBytes(bytes);
  // Without literals the clause adds nothing to the needs; with letters or digits it holds for nearly every value.
  return literals.length === 0 || isCommon(byteClasses) ? undefined : { literals, byteClasses };
}

/** More bytes hardly occur less often; a text after a prefix is searched from that many bytes before it. */
const MOST_LITERAL_BYTES = 32;

function requiredBy(argument: Test['argument']): Requirement | undefined {
  if (argument.kind === 'Phrases') {
    return requirementOf(
      argument.phrases.map((phrase) => lowerAscii(phrase).slice(0, MOST_LITERAL_BYTES)),
    );
  }
  return argument.kind === 'Regex' ? findRequirement(argument.regex) : undefined;
}
