/** Formats a number with its noun, for reports. */

/** Returns the number with its noun: `1 rule`, `2 rules`. */
export function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
