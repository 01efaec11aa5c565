/** The command `run`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import {
  collect,
  ENTRY,
  FORMAT,
  PROFILE,
  SKIP_UNSUPPORTED,
  toPositiveCount,
} from '../../options.ts';

export function declareRun(program: Command, disk: RuleFiles): void {
  program
    .command('run')
    .description('run one request through a profile; exit 0 passed, 1 blocked, 2 usage error')
    .argument('[file]', 'raw HTTP request; - is standard input')
    .option(...PROFILE)
    .option(...ENTRY)
    .option('--url <url>', 'path or URL of the request')
    .option('--method <method>', 'default: GET, or POST with --data')
    .option('--header <header>', '"Name: value"; repeatable', collect, [])
    .option('--data <text>', 'body')
    .option('--curl <command>', 'a curl command line')
    .option('--har <file>', 'an entry of a HAR file')
    .option('--har-entry <n>', 'which entry, from 1', toPositiveCount, 1)
    .option(
      '--trace',
      'show the result of every rule: values before and after transformations, skips and their reasons',
    )
    .option(...SKIP_UNSUPPORTED)
    .option(...FORMAT)
    .action(async (path, options) => {
      const { runRun } = await import('./command.ts');
      process.exitCode = await runRun(path, options, disk);
    });
}
