/** Formats figures of the report. */

export function share(part: number, whole: number): string {
  return `${part}/${whole} ${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
