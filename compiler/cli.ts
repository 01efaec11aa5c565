#!/usr/bin/env node
/** The command line `portcullis`; with commands/ the only place that prints or sets an exit code. */
import { Command, CommanderError } from 'commander';
import { disk } from './disk.ts';
import { VERSION } from './version.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];

function createProgram(): Command {
  const program = new Command('portcullis')
    .description('Compiles, checks and tests SecLang rules.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError();
  program
    .command('compile')
    .description('compile rule files; without options both default profiles')
    .option('--profile <name>', 'profiles/NAME.json, or the name for --entry files')
    .option('--entry <file>', 'rule file or pattern, in order; repeatable', collect, [])
    .option('--out <file.mjs>', 'write one module instead of generated/')
    .action(async (options) => {
      const { runCompile } = await import('./commands/compile.ts');
      process.exitCode = await runCompile(options, disk);
    });
  program
    .command('check')
    .description('report everything that is wrong; exit 0 clean, 1 findings, 2 misuse')
    .argument('[file...]', 'rule files in order; without them both default profiles')
    .action(async (entries) => {
      const { runCheck } = await import('./commands/check.ts');
      process.exitCode = runCheck(entries, disk);
    });
  program
    .command('test')
    .description('run FTW tests (YAML) in process')
    .argument('<dir>', 'folder or file of tests')
    .option('--entry <file>', 'rule file or pattern, in order; repeatable', collect, [])
    .option('--profile <name>', 'profile to test when there is no --entry')
    .option('--include <regex>', 'only tests whose title matches')
    .option('--exclude <regex>', 'not the tests whose title matches')
    .option('--overrides <file>', 'expectations that replace those of the tests')
    .option('--passes <off>', 'off: without the optional passes')
    .action(async (folder, options) => {
      const { runTest } = await import('./commands/test.ts');
      process.exitCode = await runTest(folder, options, disk);
    });
  return program;
}

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
