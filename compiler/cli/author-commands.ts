/** Commands for authors of rules. The commands that check, compile and run rules are in main.ts. */
import type { Command } from '@commander-js/extra-typings';
import { addBanCommands } from './ban-commands.ts';
import { addPromote, addReport, addTune } from './log-commands.ts';
import { collect, examples, toCount, toPositiveCount } from './options.ts';
import { disk } from './project/disk.ts';

export const addAuthorCommands: readonly ((program: Command) => void)[] = [
  addTune,
  addReport,
  addDiff,
  addFormat,
  addDump,
  addLoad,
  addAssemble,
  addQuantitative,
  addInit,
  addImport,
  addDoctor,
  addLsp,
  addBench,
  addPromote,
  ...addBanCommands,
];

function addDiff(program: Command): void {
  program
    .command('diff')
    .description('compare two rule sets or profiles; exit 0 no difference, 1 differences')
    .argument('<old>', 'profile (pl1, elsewhere/profiles/pl1.json), rule file, pattern or folder')
    .argument('<new>', 'the same')
    .option('--entry <file>', 'rule file to load first on both sides; repeatable', collect, [])
    .option('--ftw <dir>', 'FTW tests: list those of their requests for which the result differs')
    .option('--samples <path>', 'do the same for requests as JSON lines')
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
      const { runDiff } = await import('./commands/diff/command.ts');
      process.exitCode = await runDiff(older, newer, options, disk);
    });
}

function addFormat(program: Command): void {
  program
    .command('format')
    .description('format rule files without changing their meaning; exit 2 on files with errors')
    .argument('[file...]', 'rule files, patterns or folders', ['rules/*.conf', 'profiles/*.conf'])
    .option('--check', 'write nothing; name the files that would change and exit 1')
    .option('--stdin', 'format standard input to standard output')
    .addHelpText(
      'after',
      examples('format', 'format --check rules/*.conf', 'format --stdin < a.conf'),
    )
    .action(async (paths, options, { args }) => {
      const { runFormat } = await import('./commands/format/command.ts');
      process.exitCode = runFormat(paths, { ...options, isNamed: args.length > 0 }, disk);
    });
}

function addDump(program: Command): void {
  program
    .command('dump')
    .description(
      'print rule files as JSON, for programs that edit rules; exit 1 on lines with errors',
    )
    .argument('<file...>', 'rule files, patterns or folders')
    .addHelpText(
      'after',
      examples("dump 'rules/*.conf' > rules.json", 'dump a.conf | ./edit | portcullis load -'),
    )
    .action(async (paths) => {
      const { runDump } = await import('./commands/dump/command.ts');
      process.exitCode = runDump(paths, disk);
    });
}

function addLoad(program: Command): void {
  program
    .command('load')
    .description(
      'write the JSON of dump back to rule files; unchanged text stays the same, byte for byte',
    )
    .argument('<file>', 'output of dump; - is standard input')
    .option('--out <dir>', 'write to this folder; default: the original files')
    .option('--check', 'write nothing; name the files that would change and exit 1')
    .addHelpText('after', examples('load rules.json', 'load rules.json --out edited --check'))
    .action(async (path, options) => {
      const { runLoad } = await import('./commands/load/command.ts');
      process.exitCode = runLoad(path, options, disk);
    });
}

function addAssemble(program: Command): void {
  program
    .command('assemble')
    .description(
      'assemble regex-assembly files of crs-toolchain (.ra) to expressions, and compare them with rules; exit 1 on a difference',
    )
    .argument(
      '<file...>',
      'files or patterns; include/, exclude/ and toolchain.yaml are beside them',
    )
    .option('--entry <file>', 'rule file or pattern to compare with; repeatable', collect, [])
    .option('--profile <name>', 'compare with the rules of profiles/NAME.json')
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      examples(
        'assemble regex-assembly/942130.ra',
        "assemble 'regex-assembly/*.ra' --entry crs-setup.conf --entry 'rules/*.conf'",
      ),
    )
    .action(async (paths, options) => {
      const { runAssemble } = await import('./commands/assemble/command.ts');
      process.exitCode = runAssemble(paths, options, disk);
    });
}

function addQuantitative(program: Command): void {
  program
    .command('quantitative')
    .description(
      'send lines of everyday text as requests, and count how many each rule mistakes for an attack',
    )
    .argument(
      '<corpus...>',
      'text files or patterns, one payload on each line; - is standard input',
    )
    .option('--profile <name>', 'profiles/NAME.json; default: pl1')
    .option('--entry <file>', 'rule file or pattern instead of a profile; repeatable', collect, [])
    .option('--every <n>', 'only every nth line', toPositiveCount, 1)
    .option('--max-lines <n>', 'stop after this number of lines', toPositiveCount)
    .option('--rule <id>', 'list only this rule', toCount)
    .option('--format <format>', 'text or json', 'text')
    .addHelpText(
      'after',
      examples(
        'quantitative eng_news_2023_10K-sentences.txt --profile pl2',
        'quantitative corpus.txt --every 10 --format json',
      ),
    )
    .action(async (paths, options) => {
      const { runQuantitative } = await import('./commands/quantitative/command.ts');
      process.exitCode = await runQuantitative(paths, options, disk);
    });
}

function addInit(program: Command): void {
  program
    .command('init')
    .description('create a project of rules: profile, setup, a rule, its tests, CI')
    .argument('[dir]', 'folder to write to; existing files are never overwritten', '.')
    .addHelpText('after', examples('init', 'init my-rules'))
    .action(async (folder) => {
      const { runInit } = await import('./commands/init/command.ts');
      process.exitCode = runInit(folder);
    });
}

function addImport(program: Command): void {
  program
    .command('import')
    .description('convert configurations of other firewalls to profiles and policies')
    .command('ingress')
    .description(
      'convert manifests with ModSecurity annotations for ingress-nginx; exit 1 when something cannot be converted',
    )
    .argument(
      '<file>',
      'YAML or JSON, such as kubectl get ingress -A -o yaml writes; - is standard input',
    )
    .option('--out <dir>', 'folder of the project, which has profiles/ and rules/', '.')
    .option('--prefix <name>', 'of the annotations', 'nginx.ingress.kubernetes.io')
    .option('--force', 'overwrite files that have other contents')
    .addHelpText('after', examples('import ingress shop.yaml', 'import ingress - < ingresses.json'))
    .action(async (path, options) => {
      const { runImportIngress } = await import('./commands/import/ingress/command.ts');
      process.exitCode = runImportIngress(path, options, disk);
    });
}

function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check that everything that compiling and running needs is in place; exit 1 when a check fails',
    )
    .option('--format <format>', 'text or json', 'text')
    .addHelpText('after', examples('doctor', 'doctor --format json'))
    .action(async (options) => {
      const { runDoctor } = await import('./commands/doctor/command.ts');
      process.exitCode = await runDoctor(options, disk);
    });
}

function addLsp(program: Command): void {
  program
    .command('lsp')
    .description('run a language server on standard input and output, for editors')
    .option('--profile <name>', 'only profiles/NAME.json of the workspace')
    .option(
      '--entry <file...>',
      'rule files or patterns instead of profiles; repeatable',
      collect,
      [],
    )
    .option('--preset <name>', 'conventions to check as well: crs, those of the OWASP CRS')
    .option('--stdio', 'the default; accepted because many clients add it')
    .action(async (options) => {
      const { runLsp } = await import('./commands/lsp/command.ts');
      process.exitCode = runLsp(options, disk);
    });
}

function addBench(program: Command): void {
  program
    .command('bench')
    .description('measure time, memory and shares of the work for request mixes, in process')
    .option('--requests <file>', 'one request a line, as JSON; repeatable', collect, [])
    .option('--profile <name>', 'profiles/NAME.json; default: pl1')
    .option(
      '--entry <file...>',
      'rule files or patterns instead of a profile; repeatable',
      collect,
      [],
    )
    .option('--passes <off>', 'off: run without the optional passes')
    .option(
      '--rounds <n>',
      'number of measured rounds over all requests; default: 2 seconds of them',
      toPositiveCount,
    )
    .option('--seed <n>', 'seed for the variation of cookies, ids and argument values', toCount)
    .option(
      '--worst',
      'measure strings that are crafted to be slow for each expression, and requests of each shape, instead of --requests',
    )
    .option('--json', 'print JSON, for --compare')
    .option('--compare <files...>', 'print the ratios of two JSON files, the older one first')
    .action(async (options) => {
      const { runBench } = await import('./commands/bench/command.ts');
      process.exitCode = await runBench(options, disk);
    });
}
