/** The command `format`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { examples } from '../../options.ts';

export function declareFormat(program: Command, disk: RuleFiles): void {
  program
    .command('format')
    .description(
      'format rule files without changing their meaning; exit 2 on files that cannot be parsed',
    )
    .argument('[file...]', 'rule files, patterns or folders', ['rules/*.conf', 'profiles/*.conf'])
    .option('--check', 'write nothing; name the files that would change and exit 1')
    .option('--stdin', 'format standard input to standard output')
    .addHelpText(
      'after',
      examples('format', 'format --check rules/*.conf', 'format --stdin < a.conf'),
    )
    .action(async (paths, options, { args }) => {
      const { runFormat } = await import('./command.ts');
      process.exitCode = runFormat(paths, { ...options, isNamed: args.length > 0 }, disk);
    });
}
