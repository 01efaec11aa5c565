/** `portcullis quantitative`: inspects a corpus of everyday text to count false positives. */
import { countNoun } from '#compiler/count-noun.ts';
import { hasWildcard, type RuleFiles } from '#compiler/rule-files.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { loadProfile } from '../../inspection/cached-waf.ts';
import type { Format } from '../../options.ts';
import { progress } from '../../output/progress.ts';
import { reasonOf } from '../../output/reason-of.ts';
import {
  announceSkipped,
  type Exit,
  printDiagnostics,
  toUtf8,
  usageError,
} from '../../output/report.ts';
import { UserError } from '../../output/user-error.ts';
import { selectProfile } from '../../project/select-profiles.ts';
import { createLogProgress, findLogs, type LogFile } from '../../replay/log-files.ts';
import { readLines } from '../../replay/read-lines.ts';
import { createMatchCounter, type Quantities, type RuleCount } from './count-matches.ts';

export type QuantitativeOptions = {
  readonly profile?: string;
  readonly entry: readonly string[];
  readonly every: number;
  readonly maxLines?: number;
  readonly rule?: number;
  readonly format: Format;
};

/** Returns exit code 1 only when the rules have errors: the reader decides how many false positives are too many. */
export async function runQuantitative(
  patterns: readonly string[],
  options: QuantitativeOptions,
  files: RuleFiles,
): Promise<Exit> {
  const { format, every, rule } = options;
  if (every === 0) return usageError('--every takes a number above 0.');
  const paths = patterns.flatMap((each) => (hasWildcard(each) ? files.glob(each) : [each]));
  if (paths.length === 0) return usageError(`No file matches ${patterns.join(' ')}.`);
  const corpora = findLogs(paths, 'corpus');
  if (typeof corpora === 'string') return usageError(corpora);
  const selected = selectProfile(options, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const result = await loadProfile(selected.profile, files);
  if (result.kind === 'Error') {
    printDiagnostics(result.diagnostics);
    return 1;
  }
  const { waf } = result.loaded;
  announceSkipped(waf.manifest);
  const quantities = await countLines(waf, corpora, options);
  progress.clear();
  if (quantities === undefined) return usageError(`${paths.join(', ')}: no line has text.`);
  const shown =
    rule === undefined
      ? quantities
      : { ...quantities, rules: quantities.rules.filter(({ id }) => id === rule) };
  const text =
    format === 'json'
      ? `${JSON.stringify({ schemaVersion: 1, profile: selected.profile.name, ...shown }, undefined, 2)}\n`
      : formatQuantities(shown);
  process.stdout.write(toUtf8(text));
  return 0;
}

/** Counts the lines that the options select; returns undefined when no line has text. */
async function countLines(
  waf: CompiledWaf,
  corpora: readonly LogFile[],
  { every, maxLines = Infinity }: QuantitativeOptions,
): Promise<Quantities | undefined> {
  const counter = createMatchCounter(waf);
  let seen = 0;
  for await (const line of corpusLines(corpora)) {
    if (line.trim() === '') continue;
    if (seen % every === 0) counter.add(line);
    seen += 1;
    if (seen > (maxLines - 1) * every) break;
  }
  return seen === 0 ? undefined : counter.result();
}

/**
 * Yields the lines of the corpora without the numbers before a tab that the Leipzig corpora have. A line that is too
 * long to be read is reported.
 */
async function* corpusLines(corpora: readonly LogFile[]): AsyncGenerator<string> {
  const showProgress = createLogProgress(corpora);
  let done = 0;
  for (const corpus of corpora) {
    const { path, bytes } = corpus;
    try {
      for await (const { lines } of readLines(path, (read) => showProgress(corpus, done, read)))
        for (const line of lines) {
          if (line === undefined) console.error(`${path}: a line is too long and left out`);
          else
            yield line
              .toString('latin1')
              .replace(/\r$/, '')
              .replace(/^\d+\t/, '');
        }
    } catch (error) {
      throw new UserError(`Cannot read the corpus ${path} to its end. ${reasonOf(error)}`);
    }
    done += bytes;
  }
}

function formatQuantities({ lines, matched, blocked, rules, levels }: Quantities): string {
  const share = (count: number): string => `${((count * 100) / Math.max(1, lines)).toFixed(2)} %`;
  return [
    ...rules.map((rule) => ruleLine(rule, share(rule.lines))),
    ...levels.map(
      (each) =>
        `${each.level === 0 ? 'no paranoia level' : `up to paranoia level ${each.level}`}: ${countNoun(each.lines, 'line')} (${share(each.lines)}), ${countNoun(each.rules, 'rule')} of this level`,
    ),
    `${countNoun(lines, 'line')}: ${matched} matched by some rule (${share(matched)}), ${blocked} that would be blocked (${share(blocked)})`,
    '',
  ].join('\n');
}

const LONG = 80;

function ruleLine({ id, lines, message, example }: RuleCount, share: string): string {
  const text = example.length > LONG ? `${example.slice(0, LONG)}...` : example;
  return `${id}: ${countNoun(lines, 'line')} (${share}) ${message}, such as ${JSON.stringify(text)}`;
}
