/** A set of rule indexes (small whole numbers that the compiler assigns). */
import { hasBit, setBit } from '../bytes/bit-words.ts';

/** Range of rule indexes, both ends included. */
export type RuleRange = readonly [from: number, to: number];

export function inRanges(ranges: readonly RuleRange[], ruleIndex: number): boolean {
  for (const [from, to] of ranges) if (ruleIndex >= from && ruleIndex <= to) return true;
  return false;
}

/** A set of rule indexes. A lookup in an empty set costs one comparison: most transactions remove no rule. */
export class RuleIndexSet {
  /** Undefined: empty. */
  #bits: number[] | undefined;

  constructor(bits?: readonly number[]) {
    this.#bits = bits?.slice();
  }

  /** The bits, in the form that the constructor takes. */
  get bits(): readonly number[] | undefined {
    return this.#bits;
  }

  has(ruleIndex: number): boolean {
    return this.#bits !== undefined && hasBit(this.#bits, ruleIndex);
  }

  /** Adds all indexes of the ranges, both ends included. */
  add(ranges: readonly RuleRange[]): void {
    this.#bits ??= [];
    for (const [from, to] of ranges) {
      for (let ruleIndex = from; ruleIndex <= to; ruleIndex += 1) setBit(this.#bits, ruleIndex);
    }
  }
}
