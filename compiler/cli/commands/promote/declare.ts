/** The command `promote`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import { examples, FORMAT, toCount } from '../../options.ts';

export function declarePromote(program: Command): void {
  program
    .command('promote')
    .description('decide whether the rules on trial (SHADOW_RULES) can take over; exit 0 yes, 1 no')
    .argument('<report...>', 'files of SHADOW_REPORT')
    .option('--max-new-blocks <rate>', 'of the requests they judged, such as 0.01%', '0%')
    .option(
      '--max-lost-blocks <rate>',
      'the same for blocked requests that they would let pass',
      '0%',
    )
    .option('--min-requests <n>', 'requests that they must have judged', toCount, 1000)
    .option(...FORMAT)
    .addHelpText('after', examples('promote shadow-report.jsonl --max-new-blocks 0.01%'))
    .action(async (reports, options) => {
      const { runPromote } = await import('./command.ts');
      process.exitCode = await runPromote(reports, options);
    });
}
