/** The command `bench`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { collect, PROFILE, toCount, toPositiveCount } from '../../options.ts';

export function declareBench(program: Command, disk: RuleFiles): void {
  program
    .command('bench')
    .description('measure time, memory and shares of the work for request mixes, in process')
    .option('--requests <file>', 'one request a line, as JSON; repeatable', collect, [])
    .option(...PROFILE)
    .option(
      '--entry <file...>',
      'rule files or patterns instead of a profile; repeatable',
      collect,
      [],
    )
    .option('--passes <off>', 'off: run without the optional passes')
    .option(
      '--rounds <n>',
      'number of measured rounds over all requests; default: 2 seconds of them',
      toPositiveCount,
    )
    .option('--seed <n>', 'seed for the variation of cookies, ids and argument values', toCount)
    .option(
      '--worst',
      'measure strings that are crafted to be slow for each expression, and requests of each shape, instead of --requests',
    )
    .option('--json', 'print JSON, for --compare')
    .option('--compare <files...>', 'print the ratios of two JSON files, the older one first')
    .action(async (options) => {
      const { runBench } = await import('./command.ts');
      process.exitCode = await runBench(options, disk);
    });
}
