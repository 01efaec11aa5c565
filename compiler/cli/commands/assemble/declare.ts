/** The command `assemble`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { collect, examples, FORMAT } from '../../options.ts';

export function declareAssemble(program: Command, disk: RuleFiles): void {
  program
    .command('assemble')
    .description(
      'assemble regex-assembly files of crs-toolchain (.ra) to expressions, and compare them with rules; exit 1 on a difference',
    )
    .argument(
      '<file...>',
      'files or patterns; include/, exclude/ and toolchain.yaml are beside them',
    )
    .option('--entry <file>', 'rule file or pattern to compare with; repeatable', collect, [])
    .option('--profile <name>', 'compare with the rules of profiles/NAME.json')
    .option(...FORMAT)
    .addHelpText(
      'after',
      examples(
        'assemble regex-assembly/942130.ra',
        "assemble 'regex-assembly/*.ra' --entry crs-setup.conf --entry 'rules/*.conf'",
      ),
    )
    .action(async (paths, options) => {
      const { runAssemble } = await import('./command.ts');
      process.exitCode = runAssemble(paths, options, disk);
    });
}
