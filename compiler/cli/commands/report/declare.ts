/** The command `report`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { ENTRY, examples } from '../../options.ts';

export function declareReport(program: Command, disk: RuleFiles): void {
  program
    .command('report')
    .description('summarise audit logs: charts on one page, JSON, or text')
    .argument('<log...>', 'JSON audit logs, ours or of Coraza, also gzipped; - is standard input')
    .option('--html <file>', 'write a self-contained page, which needs neither server nor network')
    .option('--json', 'print all figures as JSON')
    .option('--period <from..to>', 'only this time, such as 2026-11-01..2026-11-07 (UTC)')
    .option('--compare <from..to>', 'compare with this time, such as the week before')
    .option('--geo-database <file>', 'country database in MMDB format, for the chart of countries')
    .option('--profile <name>', 'profiles/NAME.json for exclusions; default: pl1')
    .option(...ENTRY)
    .option('--no-exclusions', 'list likely false alarms without trying exclusions')
    .addHelpText(
      'after',
      examples(
        'report audit.log --html report.html',
        'report audit.log audit.log.*.gz --html week.html --period 2026-11-15..2026-11-21 --compare 2026-11-08..2026-11-14',
        'report - --json < audit.log',
      ),
    )
    .action(async (logs, options) => {
      const { runReport } = await import('./command.ts');
      process.exitCode = await runReport(logs, options, disk);
    });
}
