/** The command `diff`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { collect, examples, FORMAT } from '../../options.ts';

export function declareDiff(program: Command, disk: RuleFiles): void {
  program
    .command('diff')
    .description('compare two rule sets or profiles; exit 0 no difference, 1 differences')
    .argument('<old>', 'profile (pl1, elsewhere/profiles/pl1.json), rule file, pattern or folder')
    .argument('<new>', 'the same')
    .option('--entry <file>', 'rule file to load first on both sides; repeatable', collect, [])
    .option('--ftw <dir>', 'FTW tests: list those of their requests for which the result differs')
    .option('--samples <path>', 'do the same for requests as JSON lines')
    .option(...FORMAT)
    .addHelpText(
      'after',
      examples(
        'diff pl1 pl2 --samples requests/',
        'diff ../release/profiles/pl1.json pl1 --ftw tests/regression',
        'diff crs-4.27/rules crs-4.28/rules --entry crs-setup.conf',
      ),
    )
    .action(async (older, newer, options) => {
      const { runDiff } = await import('./command.ts');
      process.exitCode = await runDiff(older, newer, options, disk);
    });
}
