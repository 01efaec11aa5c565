/** The command `check`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { collect, SKIP_UNSUPPORTED, toCount } from '../../options.ts';

export function declareCheck(program: Command, disk: RuleFiles): void {
  program
    .command('check')
    .description('report all problems; exit 0 clean, 1 findings, 2 usage error, 3 internal error')
    .argument(
      '[file...]',
      'rule files in order, or files of policies (*.json); without them the profiles pl1 and pl2, or all there are',
    )
    .option('--profile <name>', 'only profiles/NAME.json')
    .option('--format <format>', 'text, json, sarif, github or junit', 'text')
    .option('--preset <name>', 'conventions to check as well: crs, those of the OWASP CRS')
    .option('--fail-on <level>', 'exit 1 from this level on: error, warning or notice', 'warning')
    .option('--max-warnings <n>', 'exit 1 only when there are more warnings', toCount)
    .option('--error <code>', 'count findings of this code as errors; repeatable', collect, [])
    .option('--warn <code>', 'count them as warnings; repeatable', collect, [])
    .option('--notice <code>', 'count them as notices; repeatable', collect, [])
    .option('--off <code>', 'do not report them; repeatable', collect, [])
    .option('--baseline <file>', 'report only findings that are not in this file')
    .option('--write-baseline', 'write the findings to the baseline instead of reporting them')
    .option(
      '--fix',
      'first fix what has only one correction: misspelt names, surplus commas, blanks, t: actions and repeated lines',
    )
    .option('--dry-run', 'with --fix: only show what it would fix')
    .option(...SKIP_UNSUPPORTED)
    .option(
      '--watch',
      'run again whenever a rule file changes; only changed parts are computed again',
    )
    .action(async (entries, options) => {
      const { runCheck } = await import('./command.ts');
      process.exitCode = await runCheck(entries, options, disk);
    });
}
