/** The command `init`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { examples } from '../../options.ts';

export function declareInit(program: Command, disk: RuleFiles): void {
  program
    .command('init')
    .description('create a project of rules: profile, setup, a rule, its tests, CI')
    .argument('[dir]', 'folder to write to; existing files are never overwritten', '.')
    .addHelpText('after', examples('init', 'init my-rules'))
    .action(async (folder) => {
      const { runInit } = await import('./command.ts');
      process.exitCode = runInit(folder, disk);
    });
}
