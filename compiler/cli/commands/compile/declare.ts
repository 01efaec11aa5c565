/** The command `compile`: arguments, options and help. */
import type { Command } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { collect, SKIP_UNSUPPORTED, toCount } from '../../options.ts';

export function declareCompile(program: Command, disk: RuleFiles): void {
  program
    .command('compile')
    .description('compile rule files; without options the profiles pl1 and pl2, or all there are')
    .option('--profile <name>', 'profiles/NAME.json, or the name for --entry files')
    .option('--entry <file...>', 'rule files or patterns, in order; repeatable', collect, [])
    .option('--out <file.mjs>', 'write one module instead of generated/')
    .option(
      '--warm <file.jsonl>',
      'build the automaton states that these requests need, one request on each line, instead of those for a built-in mix',
    )
    .option('--no-warm', 'build no automaton states: the first requests of a process build them')
    .option(
      '--print-after <pass>',
      'write nothing; print the program as text after this pass of the compiler; all: after each',
    )
    .option('--rule <id>', 'with --print-after: only this rule', toCount)
    .option(...SKIP_UNSUPPORTED)
    .action(async (options) => {
      const { runCompile } = await import('./command.ts');
      process.exitCode = await runCompile(options, disk);
    });
}
