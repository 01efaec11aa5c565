/** How the commands read their options and show examples. */
import { InvalidArgumentError } from 'commander';

/** For options that may be given several times. */
export const collect = (value: string, values: readonly string[]): readonly string[] => [
  ...values,
  value,
];

export function toCount(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('A number is expected.');
  return Number(value);
}

/** What `--help` ends with. */
export function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  portcullis ${line}`)].join('\n');
}
