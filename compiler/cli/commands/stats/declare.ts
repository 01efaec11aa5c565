/** The command `stats`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { collect } from '../../options.ts';

export function declareStats(program: Command, disk: RuleFiles): void {
  program
    .command('stats')
    .description('print statistics of profiles, before and after compiling')
    .option('--profile <name>', 'only profiles/NAME.json')
    .option(
      '--entry <file...>',
      'rule files or patterns instead of profiles; repeatable',
      collect,
      [],
    )
    .action(async (options) => {
      const { runStats } = await import('./command.ts');
      process.exitCode = runStats(options, disk);
    });
}
