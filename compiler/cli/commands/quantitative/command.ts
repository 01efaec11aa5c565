/** `portcullis quantitative`: inspects a corpus of everyday text to count false positives. */
import { countNoun } from '#compiler/count-noun.ts';
import { cannotRead, hasWildcard, type RuleFiles } from '#compiler/rule-files.ts';
import { loadProfile } from '../../inspection/cached-waf.ts';
import type { Format } from '../../options.ts';
import {
  announceSkipped,
  type Exit,
  printDiagnostics,
  toUtf8,
  usageError,
} from '../../output/report.ts';
import { selectProfile } from '../../project/select-profiles.ts';
import { countMatches, type Quantities, type RuleCount } from './count-matches.ts';

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
  const { format, every, maxLines, rule } = options;
  if (every === 0) return usageError('--every takes a number above 0.');
  const lines = readCorpus(patterns, files);
  if (!Array.isArray(lines)) return usageError(String(lines));
  const selected = selectProfile(options, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const result = await loadProfile(selected.profile, files);
  if (result.kind === 'Error') {
    printDiagnostics(result.diagnostics);
    return 1;
  }
  const { waf } = result.loaded;
  announceSkipped(waf.manifest);
  const chosen = lines.filter((_, index) => index % every === 0).slice(0, maxLines);
  const quantities = countMatches(waf, chosen);
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

/**
 * Reads the lines of the corpora; returns a text when there is an error. Numbers before a tab, as in the Leipzig
 * corpora, are removed.
 */
function readCorpus(patterns: readonly string[], files: RuleFiles): readonly string[] | string {
  const paths = patterns.flatMap((each) => (hasWildcard(each) ? files.glob(each) : [each]));
  if (paths.length === 0) return `No file matches ${patterns.join(' ')}.`;
  const lines: string[] = [];
  for (const path of paths) {
    const text = files.read(path === '-' ? '/dev/stdin' : path);
    if (text === undefined) return cannotRead(path, files);
    for (const line of text.split(/\r?\n/)) {
      const payload = line.replace(/^\d+\t/, '');
      if (payload.trim() !== '') lines.push(payload);
    }
  }
  return lines.length === 0 ? `${paths.join(', ')}: no line has text.` : lines;
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
