/** The command `dump`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { examples } from '../../options.ts';

export function declareDump(program: Command, disk: RuleFiles): void {
  program
    .command('dump')
    .description(
      'print rule files as JSON, for programs that edit rules; exit 1 on lines with errors',
    )
    .argument('<file...>', 'rule files, patterns or folders')
    .addHelpText(
      'after',
      examples("dump 'rules/*.conf' > rules.json", 'dump a.conf | ./edit | portcullis load -'),
    )
    .action(async (paths) => {
      const { runDump } = await import('./command.ts');
      process.exitCode = runDump(paths, disk);
    });
}
