/** The command `explain`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { collect, FORMAT } from '../../options.ts';

export function declareExplain(program: Command, disk: RuleFiles): void {
  program
    .command('explain')
    .description('explain a rule, as written and as compiled, or a code of check')
    .argument('<what>', 'rule id, code, or file:line')
    .option('--profile <name>', 'only profiles/NAME.json')
    .option('--entry <file>', 'rule file or pattern instead of profiles; repeatable', collect, [])
    .option('--tests <path>', 'FTW tests to search for the rule; repeatable', collect, [])
    .option(...FORMAT)
    .action(async (what, options) => {
      const { runExplain } = await import('./command.ts');
      process.exitCode = runExplain(what, options, disk);
    });
}
