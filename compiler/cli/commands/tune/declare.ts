/** The command `tune`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { ENTRY, examples, FORMAT, PROFILE, toCount } from '../../options.ts';

export function declareTune(program: Command, disk: RuleFiles): void {
  program
    .command('tune')
    .description(
      'propose exclusions from audit logs of legitimate traffic, and try them on the rules',
    )
    .argument('<log...>', 'JSON audit logs, ours or of Coraza, also gzipped; - is standard input')
    .option(...PROFILE)
    .option(...ENTRY)
    .option('--out <file>', 'write the exclusions to this file; default: print them')
    .option('--min-count <n>', 'only list what fewer requests show', toCount, 1)
    .option('--allow-rule-removal', 'remove rules where no target can be excluded')
    .option(
      '--by <what>',
      'rule: an exclusion for each rule; tag: one for all rules of a class, where three of them match the same target',
      'rule',
    )
    .option('--ftw <dir>', 'FTW tests: which of them would fail, and do attacks pass there?')
    .option('--samples <path>', 'requests as JSON lines: which of them would no longer be blocked?')
    .option(...FORMAT)
    .addHelpText(
      'after',
      examples(
        'tune audit.log --profile pl1 --out exclusions.conf',
        'tune audit.log --ftw tests/regression --samples attacks.jsonl',
      ),
    )
    .action(async (logs, options) => {
      const { runTune } = await import('./command.ts');
      process.exitCode = await runTune(logs, options, disk);
    });
}
