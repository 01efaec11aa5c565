/** Derives the byte classes that occur in every match of a test. The engine knows the byte classes of every value. */
import { byteClassesOf, bytesOfClasses } from '#engine/bytes/byte-classes.ts';
import {
  type ByteSet,
  bytesOf,
  complement,
  foldCase,
  membersOf,
} from '#engine/regex/compile/byte-set.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import type { Operator } from '../language/operators/index.ts';
import { commonness } from '../regex/commonness.ts';
import { requiredBytes } from '../regex/required-bytes.ts';
import type { Test } from './program.ts';

/** More sets than these, or more common ones, cost more to test than they save. */
const MOST = 2;
const TOO_COMMON = 0.45;
const USELESS = 0.8;

/**
 * Returns masks of byte classes, rarest first: a match has a byte of each mask. Only for tests of values, not of
 * counts.
 */
export function requiredByteClasses(test: Test): readonly number[] {
  if (test.negated) return [];
  const sets = new Map(
    bytesIn(test).map((set) => [byteClassesOfBytes(set), commonnessOf(byteClassesOfBytes(set))]),
  );
  // A requirement of the operator itself is used even if it is common, because such operators are the most expensive.
  const selected = [...sets].filter(
    ([, common]) => common < 1 || test.operator.needs !== undefined,
  );
  const rare = selected.toSorted((a, b) => a[1] - b[1]);
  return rare
    .filter(([, common], index) => index === 0 || common <= TOO_COMMON)
    .map(([byteClasses]) => byteClasses)
    .slice(0, MOST);
}

function bytesIn({ operator, argument }: Test): readonly ByteSet[] {
  if (operator.needs !== undefined) return [bytesOf(operator.needs)];
  switch (argument.kind) {
    case 'Regex':
      return operator.engine === 'rx' ? requiredBytes(argument.regex) : [];
    case 'ByteRange':
      return [complement(argument.ranges)];
    case 'Text':
      return bytesInText(operator, literalText(argument.text));
    default:
      return [];
  }
}

function bytesInText(operator: Operator, text: string | undefined): readonly ByteSet[] {
  return text !== undefined && operator.containsArgument ? [...text].map(bytesOf) : [];
}

/**
 * Returns the byte classes of a set of bytes in both letter cases, because a transformation may have changed the case.
 */
export function byteClassesOfBytes(set: ByteSet): number {
  return byteClassesOf(String.fromCharCode(...membersOf(foldCase(set))));
}

/** Returns whether nearly every text has a byte of these classes. */
export function isCommon(byteClasses: number): boolean {
  return commonnessOf(byteClasses) > USELESS;
}

/** Returns the share of texts that have a byte of these classes. */
function commonnessOf(byteClasses: number): number {
  return commonness(bytesOf(bytesOfClasses(byteClasses)));
}
