/** Parsers of command line options, and the examples in help texts. */
import { InvalidArgumentError } from 'commander';

/** Option of commands that compile rules. */
export const SKIP_UNSUPPORTED = [
  '--skip-unsupported',
  'leave out, and list, rules that need unsupported features, such as Lua or exec',
] as const;

/** Collects the values of an option that may be repeated. */
export const collect = (value: string, values: readonly string[]): readonly string[] => [
  ...values,
  value,
];

/**
 * Separates an argument from a list of files. When the argument is missing, the list has taken it as its last item
 * (`test --entry a.conf b.conf tests`). Returns the argument, or undefined when there is none, and the list.
 */
export function lastForFirst(
  argument: string | undefined,
  files: readonly string[],
): readonly [argument: string | undefined, files: readonly string[]] {
  if (argument !== undefined || files.length < 2) return [argument, files];
  return [files.at(-1), files.slice(0, -1)];
}

export function toCount(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('Expected a number.');
  return Number(value);
}

export function toPositiveCount(value: string): number {
  const count = toCount(value);
  if (count < 1) throw new InvalidArgumentError('Expected a number from 1.');
  return count;
}

/** Returns the examples at the end of `--help`. */
export function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  portcullis ${line}`)].join('\n');
}
