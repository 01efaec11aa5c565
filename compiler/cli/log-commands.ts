/** The commands that read what the proxy has logged. */
import type { Command } from '@commander-js/extra-typings';
import { collect, examples, toCount } from './options.ts';
import { disk } from './project/disk.ts';

export function addTune(program: Command): void {
  program
    .command('tune')
    .description(
      'propose exclusions from audit logs of legitimate traffic, and try them on the rules',
    )
    .argument('<log...>', 'JSON audit logs, ours or of Coraza; - is standard input')
    .option('--profile <name>', 'profiles/NAME.json; default: pl1')
    .option('--entry <file>', 'rule file or pattern instead of a profile; repeatable', collect, [])
    .option('--out <file>', 'write the exclusions to this file; default: print them')
    .option('--min-count <n>', 'only list what fewer requests show', toCount, 1)
    .option('--allow-rule-removal', 'remove rules where no target can be excluded')
    .option(
      '--by <what>',
      'rule: an exclusion for each rule; tag: one for all rules of a class, where three of them match the same target',
      'rule',
    )
    .option('--ftw <dir>', 'FTW tests: which of them would fail, and do attacks pass there?')
    .option('--samples <path>', 'requests as JSON lines: which of them would no longer be blocked?')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      examples(
        'tune audit.log --profile pl1 --out exclusions.conf',
        'tune audit.log --ftw tests/regression --samples attacks.jsonl',
      ),
    )
    .action(async (logs, options) => {
      const { runTune } = await import('./commands/tune/command.ts');
      process.exitCode = await runTune(logs, options, disk);
    });
}

export function addReport(program: Command): void {
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
    .option('--entry <file>', 'rule file or pattern instead of a profile; repeatable', collect, [])
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
      const { runReport } = await import('./commands/report/command.ts');
      process.exitCode = await runReport(logs, options, disk);
    });
}

export function addPromote(program: Command): void {
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
    .option('--format <format>', 'text or json', 'text')
    .addHelpText('after', examples('promote shadow-report.jsonl --max-new-blocks 0.01%'))
    .action(async (reports, options) => {
      const { runPromote } = await import('./commands/promote/command.ts');
      process.exitCode = runPromote(reports, options);
    });
}
