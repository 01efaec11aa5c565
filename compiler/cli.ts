#!/usr/bin/env node
/** The command line `portcullis`; with commands/ the only place that prints or sets an exit code. */
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { disk } from './disk.ts';
import { VERSION } from './version.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];

function toCount(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('A number is expected.');
  return Number(value);
}

function createProgram(): Command {
  const program = new Command('portcullis')
    .description('Compiles, checks and tests SecLang rules.')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError();
  for (const add of [
    addCompile,
    addCheck,
    addTest,
    addRun,
    addExplain,
    addStats,
    addTune,
    addDiff,
    addFormat,
    addInit,
    addDoctor,
    addLsp,
    addBench,
  ])
    add(program);
  return program;
}

function addCompile(program: Command): void {
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
}

function addCheck(program: Command): void {
  program
    .command('check')
    .description(
      'report everything that is wrong; exit 0 clean, 1 findings, 2 misuse, 3 a fault of ours',
    )
    .argument('[file...]', 'rule files in order; without them both default profiles')
    .option('--profile <name>', 'only profiles/NAME.json')
    .option('--format <format>', 'text, json, sarif, github or junit', 'text')
    .option('--fail-on <level>', 'exit 1 from this level on: error, warning or notice', 'warning')
    .option('--max-warnings <n>', 'exit 1 only when there are more warnings', toCount)
    .option('--error <code>', 'count findings of this code as errors; repeatable', collect, [])
    .option('--warn <code>', 'count them as warnings; repeatable', collect, [])
    .option('--notice <code>', 'count them as notices; repeatable', collect, [])
    .option('--off <code>', 'do not report them; repeatable', collect, [])
    .option('--baseline <file>', 'report only what this file does not know')
    .option('--write-baseline', 'write what is found to the baseline instead of reporting it')
    .action(async (entries, options) => {
      const { runCheck } = await import('./commands/check.ts');
      process.exitCode = runCheck(entries, options, disk);
    });
}

function addTest(program: Command): void {
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
}

function addRun(program: Command): void {
  program
    .command('run')
    .description('run one request through a profile; exit 0 passed, 1 blocked, 2 misuse')
    .argument('[file]', 'raw HTTP request; - is standard input')
    .option('--profile <name>', 'profiles/NAME.json', 'pl1')
    .option('--entry <file>', 'rule file or pattern instead of a profile; repeatable', collect, [])
    .option('--url <url>', 'path or URL of the request')
    .option('--method <method>', 'default: GET, or POST with --data')
    .option('--header <header>', '"Name: value"; repeatable', collect, [])
    .option('--data <text>', 'body')
    .option('--curl <command>', 'a curl command line')
    .option('--har <file>', 'an entry of a HAR file')
    .option('--har-entry <n>', 'which entry, from 1', toCount, 1)
    .option('--trace', 'show what became of every rule: values before and after, skips and why')
    .option('--format <format>', 'text or json', 'text')
    .action(async (path, options) => {
      const { runRun } = await import('./commands/run.ts');
      process.exitCode = await runRun(path, options, disk);
    });
}

function addExplain(program: Command): void {
  program
    .command('explain')
    .description('a rule as written and as compiled, or what a code of check means')
    .argument('<what>', 'rule id, code, or file:line')
    .option('--profile <name>', 'only profiles/NAME.json')
    .option('--entry <file>', 'rule file or pattern instead of profiles; repeatable', collect, [])
    .option('--tests <path>', 'FTW tests to look through for the rule; repeatable', collect, [])
    .option('--format <format>', 'text or json', 'text')
    .action(async (what, options) => {
      const { runExplain } = await import('./commands/explain.ts');
      process.exitCode = runExplain(what, options, disk);
    });
}

function addStats(program: Command): void {
  program
    .command('stats')
    .description('what profiles consist of, before and after compiling')
    .option('--profile <name>', 'only profiles/NAME.json')
    .option('--entry <file>', 'rule file or pattern instead of profiles; repeatable', collect, [])
    .action(async (options) => {
      const { runStats } = await import('./commands/stats.ts');
      process.exitCode = runStats(options, disk);
    });
}

function addTune(program: Command): void {
  program
    .command('tune')
    .description('audit logs of legitimate traffic to exclusions, tried out on the rules')
    .argument('<log...>', 'JSON audit logs, ours or of Coraza; - is standard input')
    .option('--profile <name>', 'profiles/NAME.json', 'pl1')
    .option('--entry <file>', 'rule file or pattern instead of a profile; repeatable', collect, [])
    .option('--out <file>', 'write the exclusions there; default: show them')
    .option('--min-count <n>', 'only list what fewer requests show', toCount, 1)
    .option('--allow-rule-removal', 'switch rules off where no target can be excluded')
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
      const { runTune } = await import('./commands/tune.ts');
      process.exitCode = await runTune(logs, options, disk);
    });
}

function addDiff(program: Command): void {
  program
    .command('diff')
    .description('what changes between two rule sets or profiles; exit 0 nothing, 1 something')
    .argument('<old>', 'profile (pl1, elsewhere/profiles/pl1.json), rule file, pattern or folder')
    .argument('<new>', 'the same')
    .option('--entry <file>', 'rule file that both sides have first; repeatable', collect, [])
    .option('--ftw <dir>', 'FTW tests: for which of their requests do the rules act otherwise?')
    .option('--samples <path>', 'the same for requests as JSON lines')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      examples(
        'diff pl1 pl2 --samples requests/',
        'diff ../release/profiles/pl1.json pl1 --ftw tests/regression',
        'diff crs-4.27/rules crs-4.28/rules --entry crs-setup.conf',
      ),
    )
    .action(async (older, newer, options) => {
      const { runDiff } = await import('./commands/diff.ts');
      process.exitCode = await runDiff(older, newer, options, disk);
    });
}

function addFormat(program: Command): void {
  program
    .command('format')
    .description(
      'canonical layout of rule files, never another meaning; exit 2 on files with errors',
    )
    .argument('[file...]', 'rule files or patterns', ['rules/*.conf', 'profiles/*.conf'])
    .option('--check', 'write nothing; name the files that would change and exit 1')
    .option('--stdin', 'format standard input to standard output')
    .addHelpText(
      'after',
      examples('format', 'format --check rules/*.conf', 'format --stdin < a.conf'),
    )
    .action(async (paths, options) => {
      const { runFormat } = await import('./commands/format.ts');
      process.exitCode = runFormat(paths, options, disk);
    });
}

function addInit(program: Command): void {
  program
    .command('init')
    .description('a project of rules to start from: profile, setup, a rule, its tests, CI')
    .argument('[dir]', 'folder to write to; existing files are never overwritten', '.')
    .addHelpText('after', examples('init', 'init my-rules'))
    .action(async (folder) => {
      const { runInit } = await import('./commands/init.ts');
      process.exitCode = runInit(folder);
    });
}

function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('is everything here that compiling and running needs? exit 1 when something fails')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText('after', examples('doctor', 'doctor --format json'))
    .action(async (options) => {
      const { runDoctor } = await import('./commands/doctor.ts');
      process.exitCode = await runDoctor(options, disk);
    });
}

/** What `--help` ends with. */
function examples(...lines: readonly string[]): string {
  return ['', 'Examples:', ...lines.map((line) => `  portcullis ${line}`)].join('\n');
}

function addLsp(program: Command): void {
  program
    .command('lsp')
    .description('language server on standard input and output, for editors')
    .option('--profile <name>', 'only profiles/NAME.json of the workspace')
    .option('--entry <file>', 'rule file or pattern instead of profiles; repeatable', collect, [])
    .option('--stdio', 'what it does anyway: many clients add this')
    .action(async (options) => {
      const { runLsp } = await import('./commands/lsp.ts');
      runLsp(options, disk);
    });
}

function addBench(program: Command): void {
  program
    .command('bench')
    .description('time, memory and shares of the work for request mixes, in process')
    .option('--requests <file>', 'one request a line, as JSON; repeatable', collect, [])
    .option('--profile <name>', 'profiles/NAME.json', 'pl1')
    .option('--entry <file>', 'rule file or pattern instead of a profile; repeatable', collect, [])
    .option('--passes <off>', 'off: without the optional passes')
    .option(
      '--rounds <n>',
      'rounds over all requests that count; default: 2 seconds of them',
      toCount,
    )
    .option('--seed <n>', 'how cookies, ids and argument values vary', toCount)
    .option('--worst', 'strings made to be slow, for each expression, instead of --requests')
    .option('--json', 'print JSON, for --compare')
    .option('--compare <files...>', 'the ratios of two JSON files, older one first')
    .action(async (options) => {
      const { runBench } = await import('./commands/bench.ts');
      process.exitCode = await runBench(options, disk);
    });
}

try {
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = error instanceof CommanderError ? misuseOf(error) : reportFault(error);
}

/** Commander has already said what is wrong. */
function misuseOf({ exitCode }: CommanderError): number {
  return exitCode === 0 ? 0 : 2;
}

function reportFault(error: unknown): number {
  console.error('A fault of portcullis itself, not of your rules; please report it:');
  console.error(error);
  return 3;
}
