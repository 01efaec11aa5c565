/** The command `quantitative`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { ENTRY, examples, FORMAT, PROFILE, toCount, toPositiveCount } from '../../options.ts';

export function declareQuantitative(program: Command, disk: RuleFiles): void {
  program
    .command('quantitative')
    .description(
      'send lines of everyday text as requests, and count how many each rule mistakes for an attack',
    )
    .argument(
      '<corpus...>',
      'text files or patterns, also gzipped, one payload on each line; - is standard input',
    )
    .option(...PROFILE)
    .option(...ENTRY)
    .option('--every <n>', 'only every nth line', toPositiveCount, 1)
    .option('--max-lines <n>', 'stop after this number of lines', toPositiveCount)
    .option('--rule <id>', 'list only this rule', toCount)
    .option(...FORMAT)
    .addHelpText(
      'after',
      examples(
        'quantitative eng_news_2023_10K-sentences.txt --profile pl2',
        'quantitative corpus.txt --every 10 --format json',
      ),
    )
    .action(async (paths, options) => {
      const { runQuantitative } = await import('./command.ts');
      process.exitCode = await runQuantitative(paths, options, disk);
    });
}
