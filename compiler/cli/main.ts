/** The command line `portcullis`. Only this file and commands/ print and set exit codes. */
import { Command, CommanderError } from '@commander-js/extra-typings';
import { VERSION } from '../version.ts';
import { addAuthorCommands } from './author-commands.ts';
import { collect, lastForFirst, SKIP_UNSUPPORTED, toCount, toPositiveCount } from './options.ts';
import { disk } from './project/disk.ts';

function createProgram(): Command {
  const program = new Command('portcullis')
    .description('Compiles, checks and tests SecLang rules.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`${text.trim().replace(/\s*\n\s*/g, ' ')}\n`),
    });
  for (const add of [
    addCompile,
    addCheck,
    addTest,
    addRun,
    addExplain,
    addStats,
    ...addAuthorCommands,
  ])
    add(program);
  return program;
}

function addCompile(program: Command): void {
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
      const { runCompile } = await import('./commands/compile/command.ts');
      process.exitCode = await runCompile(options, disk);
    });
}

function addCheck(program: Command): void {
  program
    .command('check')
    .description('report all problems; exit 0 clean, 1 findings, 2 usage error, 3 internal error')
    .argument(
      '[file...]',
      'rule files in order, or files of policies (*.json); without them the profiles pl1 and pl2, or all there are',
    )
    .option('--profile <name>', 'only profiles/NAME.json')
    .option('--format <format>', 'text, json, sarif, github or junit', 'text')
    .option('--preset <name>', 'conventions to check as well: crs, those of the OWASP CRS')
    .option('--fail-on <level>', 'exit 1 from this level on: error, warning or notice', 'warning')
    .option('--max-warnings <n>', 'exit 1 only when there are more warnings', toCount)
    .option('--error <code>', 'count findings of this code as errors; repeatable', collect, [])
    .option('--warn <code>', 'count them as warnings; repeatable', collect, [])
    .option('--notice <code>', 'count them as notices; repeatable', collect, [])
    .option('--off <code>', 'do not report them; repeatable', collect, [])
    .option('--baseline <file>', 'report only findings that are not in this file')
    .option('--write-baseline', 'write the findings to the baseline instead of reporting them')
    .option(
      '--fix',
      'first fix what has only one correction: misspelt names, surplus commas, blanks, t: actions and repeated lines',
    )
    .option('--dry-run', 'with --fix: only show what it would fix')
    .option(...SKIP_UNSUPPORTED)
    .option(
      '--watch',
      'run again whenever a rule file changes; only changed parts are computed again',
    )
    .action(async (entries, options) => {
      const { runCheck } = await import('./commands/check/command.ts');
      process.exitCode = await runCheck(entries, options, disk);
    });
}

function addTest(program: Command): void {
  program
    .command('test')
    .description('run FTW tests (YAML); exit 0 all passed, 1 some failed, 2 usage error')
    .argument('[dir]', 'folder or file of tests; may also come last, after the files of --entry')
    .option('--entry <file...>', 'rule files or patterns, in order; repeatable', collect, [])
    .option('--profile <name>', 'profiles/NAME.json; default: pl1')
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
      const { runTest } = await import('./commands/test/command.ts');
      const [folder, entry] = lastForFirst(named, options.entry);
      if (folder === undefined) command.error("error: missing required argument 'dir'");
      else process.exitCode = await runTest(folder, { ...options, entry }, disk);
    });
}

function addRun(program: Command): void {
  program
    .command('run')
    .description('run one request through a profile; exit 0 passed, 1 blocked, 2 usage error')
    .argument('[file]', 'raw HTTP request; - is standard input')
    .option('--profile <name>', 'profiles/NAME.json; default: pl1')
    .option('--entry <file>', 'rule file or pattern instead of a profile; repeatable', collect, [])
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
    .option('--format <format>', 'text or json', 'text')
    .action(async (path, options) => {
      const { runRun } = await import('./commands/run/command.ts');
      process.exitCode = await runRun(path, options, disk);
    });
}

function addExplain(program: Command): void {
  program
    .command('explain')
    .description('explain a rule, as written and as compiled, or a code of check')
    .argument('<what>', 'rule id, code, or file:line')
    .option('--profile <name>', 'only profiles/NAME.json')
    .option('--entry <file>', 'rule file or pattern instead of profiles; repeatable', collect, [])
    .option('--tests <path>', 'FTW tests to search for the rule; repeatable', collect, [])
    .option('--format <format>', 'text or json', 'text')
    .action(async (what, options) => {
      const { runExplain } = await import('./commands/explain/command.ts');
      process.exitCode = runExplain(what, options, disk);
    });
}

function addStats(program: Command): void {
  program
    .command('stats')
    .description('print statistics of profiles, before and after compiling')
    .option('--profile <name>', 'only profiles/NAME.json')
    .option(
      '--entry <file...>',
      'rule files or patterns instead of profiles; repeatable',
      collect,
      [],
    )
    .action(async (options) => {
      const { runStats } = await import('./commands/stats/command.ts');
      process.exitCode = runStats(options, disk);
    });
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
  process.exitCode =
    error instanceof CommanderError ? usageErrorOf(error) : reportInternalError(error);
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
