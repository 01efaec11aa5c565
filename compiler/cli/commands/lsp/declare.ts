/** The command `lsp`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { collect } from '../../options.ts';

export function declareLsp(program: Command, disk: RuleFiles): void {
  program
    .command('lsp')
    .description('run a language server on standard input and output, for editors')
    .option('--profile <name>', 'only profiles/NAME.json of the workspace')
    .option(
      '--entry <file...>',
      'rule files or patterns instead of profiles; repeatable',
      collect,
      [],
    )
    .option('--preset <name>', 'conventions to check as well: crs, those of the OWASP CRS')
    .option('--stdio', 'the default; accepted because many clients add it')
    .action(async (options) => {
      const { runLsp } = await import('./command.ts');
      process.exitCode = runLsp(options, disk);
    });
}
