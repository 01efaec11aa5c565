/** The command line `portcullis`. Only this file and commands/ print and set exit codes. */
import { Command, CommanderError } from '@commander-js/extra-typings';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { VERSION } from '#compiler/version.ts';
import { declareAssemble } from './commands/assemble/declare.ts';
import { declareBan, declareBans, declareUnban } from './commands/ban/declare.ts';
import { declareBench } from './commands/bench/declare.ts';
import { declareCheck } from './commands/check/declare.ts';
import { declareCompile } from './commands/compile/declare.ts';
import { declareDiff } from './commands/diff/declare.ts';
import { declareDoctor } from './commands/doctor/declare.ts';
import { declareDump } from './commands/dump/declare.ts';
import { declareExplain } from './commands/explain/declare.ts';
import { declareFormat } from './commands/format/declare.ts';
import { declareImport } from './commands/import/declare.ts';
import { declareInit } from './commands/init/declare.ts';
import { declareLoad } from './commands/load/declare.ts';
import { declareLsp } from './commands/lsp/declare.ts';
import { declarePromote } from './commands/promote/declare.ts';
import { declareQuantitative } from './commands/quantitative/declare.ts';
import { declareReport } from './commands/report/declare.ts';
import { declareRun } from './commands/run/declare.ts';
import { declareStats } from './commands/stats/declare.ts';
import { declareTest } from './commands/test/declare.ts';
import { declareTune } from './commands/tune/declare.ts';
import { usageError } from './output/report.ts';
import { UserError } from './output/user-error.ts';
import { disk } from './project/disk.ts';

/** In the order of `portcullis --help`. */
const commands: readonly ((program: Command, disk: RuleFiles) => void)[] = [
  declareCompile,
  declareCheck,
  declareTest,
  declareRun,
  declareExplain,
  declareStats,
  declareTune,
  declareReport,
  declareDiff,
  declareFormat,
  declareDump,
  declareLoad,
  declareAssemble,
  declareQuantitative,
  declareInit,
  declareImport,
  declareDoctor,
  declareLsp,
  declareBench,
  declarePromote,
  declareBan,
  declareUnban,
  declareBans,
];

function createProgram(): Command {
  const program = new Command('portcullis')
    .description('Compiles, checks and tests SecLang rules.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${text.trim().replace(/\s*\n\s*/g, ' ')}\n`),
    });
  for (const declare of commands) declare(program, disk);
  return program;
}

/** The reader may close the pipe early, which changes no exit code: `portcullis check | head`. Or the disk is full: the result is not written. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  console.error(`error: Cannot write to standard output. ${error.message}.`);
  process.exit(2);
});

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return usageErrorOf(error);
  return error instanceof UserError ? usageError(error.message) : reportInternalError(error);
}

/** Commander has already printed the error. */
function usageErrorOf({ exitCode }: CommanderError): number {
  return exitCode === 0 ? 0 : 2;
}

function reportInternalError(error: unknown): number {
  console.error('Internal error of portcullis, not of your rules; please report it:');
  console.error(error);
  return 3;
}
