/** The command `doctor`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { examples, FORMAT } from '../../options.ts';

export function declareDoctor(program: Command, disk: RuleFiles): void {
  program
    .command('doctor')
    .description(
      'check that everything that compiling and running needs is in place; exit 1 when a check fails',
    )
    .option(...FORMAT)
    .addHelpText('after', examples('doctor', 'doctor --format json'))
    .action(async (options) => {
      const { runDoctor } = await import('./command.ts');
      process.exitCode = await runDoctor(options, disk);
    });
}
