/** `portcullis format`: rewrites rule files in canonical layout. */
import { countNoun } from '#compiler/count-noun.ts';
import { formatFile } from '#compiler/format/format-file.ts';
import { cannotRead, type RuleFiles, STANDARD_INPUT } from '#compiler/rule-files.ts';
import { type Exit, printDiagnostics, unwritable, usageError } from '../../output/report.ts';
import { writeFile } from '../../output/write-file.ts';
import { pathsOf, unmatched } from '../../project/rule-paths.ts';

export type FormatOptions = {
  readonly check?: boolean;
  readonly stdin?: boolean;
  /** Whether the command line names the files; each name then must match a file. */
  readonly isNamed: boolean;
};

type Outcome = 'changed' | 'same' | 'failed';

/** Files with errors stay as they are; the other files are formatted. */
export function runFormat(
  patterns: readonly string[],
  { check = false, stdin = false, isNamed }: FormatOptions,
  files: RuleFiles,
): Exit {
  if (stdin && isNamed) return usageError('--stdin formats standard input: name no files.');
  if (stdin) return formatInput(check, files);
  const missing = isNamed ? unmatched(patterns, files) : undefined;
  if (missing !== undefined) return usageError(`No file matches ${missing}.`);
  const paths = pathsOf(patterns, files);
  if (paths.length === 0) return usageError(`No file matches ${patterns.join(' ')}.`);
  const outcomes = paths.map((path) => formatOne(path, check, files));
  const count = (kind: Outcome): number => outcomes.filter((each) => each === kind).length;
  console.log(countLine(count('changed'), check ? 'to format' : 'formatted', count('same')));
  if (count('failed') > 0) return 2;
  return check && count('changed') > 0 ? 1 : 0;
}

function countLine(changed: number, done: string, same: number): string {
  return `${countNoun(changed, 'file')} ${done}, ${same} already ${same === 1 ? 'is' : 'are'}`;
}

function formatOne(path: string, check: boolean, files: RuleFiles): Outcome {
  const text = files.read(path);
  if (text === undefined) {
    usageError(cannotRead(path, files));
    return 'failed';
  }
  const formatted = formatFile({ path, text });
  if (formatted.kind === 'Error') {
    printDiagnostics(formatted.diagnostics);
    return 'failed';
  }
  if (formatted.text === text) return 'same';
  console.log(path);
  if (!check && !write(path, formatted.text)) return 'failed';
  return 'changed';
}

function write(path: string, text: string): boolean {
  try {
    writeFile(path, text, 'latin1');
    return true;
  } catch (error) {
    unwritable(path, error);
    return false;
  }
}

function formatInput(check: boolean, files: RuleFiles): Exit {
  const text = files.read(STANDARD_INPUT);
  if (text === undefined) return usageError(cannotRead(STANDARD_INPUT, files, 'standard input'));
  const formatted = formatFile({ path: 'stdin', text });
  if (formatted.kind === 'Error') {
    printDiagnostics(formatted.diagnostics);
    return 2;
  }
  if (check) return formatted.text === text ? 0 : 1;
  process.stdout.write(Buffer.from(formatted.text, 'latin1'));
  return 0;
}
