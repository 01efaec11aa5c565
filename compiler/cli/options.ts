/** How the commands read their options and show examples. */
import { InvalidArgumentError } from 'commander';

/** Of commands that compile rules. */
export const SKIP_UNSUPPORTED = [
  '--skip-unsupported',
  'leave out, and list, rules that need what is not supported, such as Lua or exec',
] as const;

/** For options that may be given several times. */
export const collect = (value: string, values: readonly string[]): readonly string[] => [
  ...values,
  value,
];

/**
 * For an argument beside a list of files: when it is not there, the list has taken it as its last one
 * (`test --entry a.conf b.conf tests`). Gives the argument, undefined when there is none, and the list.
 */
export function lastForFirst(
  argument: string | undefined,
  files: readonly string[],
): readonly [argument: string | undefined, files: readonly string[]] {
  if (argument !== undefined || files.length < 2) return [argument, files];
  return [files.at(-1), files.slice(0, -1)];
}

export function toCount(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('A number is expected.');
  return Number(value);
}

/** What `--help` ends with. */
export function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  portcullis ${line}`)].join('\n');
}
