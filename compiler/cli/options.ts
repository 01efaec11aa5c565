/** Parsers of command line options, and the examples in help texts. */
import { InvalidArgumentError } from 'commander';
import { UserError } from './output/user-error.ts';

/** Option of commands that compile rules. */
export const SKIP_UNSUPPORTED = [
  '--skip-unsupported',
  'leave out, and list, rules that need unsupported features, such as Lua or exec',
] as const;

export type Format = 'text' | 'json';

/** Option of commands that also print JSON. */
export const FORMAT = ['--format <format>', 'text or json', toFormat, 'text'] as const;

/** Options of commands that use the rules of one profile, or of files. */
export const PROFILE = ['--profile <name>', 'profiles/NAME.json; default: pl1'] as const;
export const ENTRY = [
  '--entry <file>',
  'rule file or pattern instead of a profile; repeatable',
  collect,
  [],
] as const;

/** Collects the values of an option that may be repeated. */
export function collect(value: string, values: readonly string[]): readonly string[] {
  return [...values, value];
}

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

function toFormat(value: string): Format {
  if (value === 'text' || value === 'json') return value;
  throw new UserError('--format takes text or json.');
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
