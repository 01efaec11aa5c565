/** The command `test`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import {
  collect,
  lastForFirst,
  PROFILE,
  SKIP_UNSUPPORTED,
  toPositiveCount,
} from '../../options.ts';

export function declareTest(program: Command, disk: RuleFiles): void {
  program
    .command('test')
    .description('run FTW tests (YAML); exit 0 all passed, 1 some failed, 2 usage error')
    .argument('[dir]', 'folder or file of tests; may also come last, after the files of --entry')
    .option('--entry <file...>', 'rule files or patterns, in order; repeatable', collect, [])
    .option(...PROFILE)
    .option('--include <regex>', 'only tests whose title matches')
    .option('--exclude <regex>', 'not the tests whose title matches')
    .option('--tags <regex>', 'only tests with a tag that matches')
    .option('--overrides <file>', 'expectations that replace those of the tests')
    .option('--reporter <name>', 'summary, spec, dot, json, junit or github', 'summary')
    .option('--parallel <n>', 'number of processes', toPositiveCount, 1)
    .option('--shard <i/n>', 'only this share of the tests')
    .option('--url <url>', 'over TCP against http://HOST:PORT instead of in process')
    .option('--log <file>', 'the error log of the server at --url')
    .option('--watch', 'run again whenever a rule file or a test changes')
    .option('--passes <off>', 'off: run without the optional passes')
    .option(...SKIP_UNSUPPORTED)
    .action(async (named, options, command) => {
      const { runTest } = await import('./command.ts');
      const [folder, entry] = lastForFirst(named, options.entry);
      if (folder === undefined) command.error("error: missing required argument 'dir'");
      else process.exitCode = await runTest(folder, { ...options, entry }, disk);
    });
}
