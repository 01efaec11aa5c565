/** Whatever is wrong with a command line or a path of it: one line, exit 2, no stack trace. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { portcullis } from '../../helpers/command-line.ts';
import { startedProgram } from '../../helpers/started-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

mkdirSync(join(folder, 'none'));
symlinkSync('loop', join(folder, 'loop'));
writeFileSync(join(folder, 'a.conf'), 'SecRuleEngine On\n');
writeFileSync(join(folder, 'traced.conf'), 'SecDebugLogLevel 9\n');
writeFileSync(
  join(folder, 'removed.conf'),
  'SecAction "id:7,phase:1,pass,nolog"\nSecRuleRemoveById 7\n',
);
writeFileSync(join(folder, 'module.mjs'), 'export const waf = 1;\n');
writeFileSync(join(folder, 'broken.conf'), 'SecRuleEngin On\n');
writeFileSync(
  join(folder, 'a.yaml'),
  'rule_id: 1\ntests: [{ test_id: 1, stages: [{ input: {} }] }]\n',
);
writeFileSync(join(folder, 'bad.yaml'), 'rule_id: 1\ntests: [{ test_id: 1, stage: [] }]\n');
writeFileSync(join(folder, 'torn.yaml'), 'rule_id: [1\n');

const cases: readonly (readonly [line: string, message: RegExp])[] = [
  ['chek', /unknown command 'chek'.*Did you mean check/],
  ['check --fromat json', /unknown option '--fromat'.*Did you mean --format/],
  ['check none.conf', /Cannot read none\.conf\./],
  ['check none/*.conf', /No file matches none\/\*\.conf\./],
  ['check none', /Cannot read none\./],
  ['check none.json', /Cannot read none\.json\. There is no such file\.$/m],
  ['check a.conf module.mjs', /module\.mjs is a compiled module/],
  ['run --url / --entry module.mjs', /module\.mjs is a compiled module/],
  ['check --profile nobody', /Cannot read the profile profiles\/nobody\.json\./],
  ['check a.conf --profile pl1', /Name a profile or rule files, not both\./],
  ['run --url / --entry a.conf --profile pl1', /Name a profile or rule files, not both\./],
  ['format none', /Cannot read none\./],
  ['format a.conf none/*.conf', /No file matches none\/\*\.conf\./],
  ['dump a.conf none/*.conf', /No file matches none\/\*\.conf\./],
  ['format --stdin a.conf', /--stdin formats standard input: name no files\./],
  ['check a.conf --baseline none.json', /the baseline none\.json\. There is no such file\./],
  ['check a.conf --baseline a.yaml', /a\.yaml is not a baseline file\./],
  ['check a.conf --max-warnings x', /'x' is invalid.*Expected a number/],
  ['check', /profiles\/pl1\.json\. Name rule files, or start in the folder that has profiles\/\./],
  ['check a.conf --preset owasp', /There is no preset owasp; --preset takes crs\./],
  ['lsp --preset owasp', /There is no preset owasp; --preset takes crs\./],
  ['compile', /Cannot read the profile profiles\/pl1\.json\./],
  [
    'compile --entry a.conf --warm none.jsonl',
    /--warm: Cannot read none\.jsonl\. There is no such file\./,
  ],
  [
    'compile --entry a.conf --warm a.conf',
    /--warm: a\.conf: line 1 is not a request: an object with/,
  ],
  ['compile --entry none.conf', /Cannot read none\.conf\./],
  [
    'compile --entry a.conf --profile ../x',
    /"\.\.\/x" is not a valid profile name: it names files/,
  ],
  [
    'compile --entry a.conf --profile x\nconsole.log(1);//',
    /"x\\nconsole\.log\(1\);\/\/" is not a valid profile name/,
  ],
  ['compile --entry a.conf --out ./a.conf', /--out would overwrite a\.conf, which it compiles\./],
  ['compile --entry a.conf --out a.conf/x.mjs', /Cannot write a\.conf\/x\.mjs\./],
  [
    'compile --entry a.conf --print-after fold-constant',
    /There is no pass fold-constant; --print-after takes all, lower, plan-exclusions, .*, share-results\. Did you mean fold-constants\?/,
  ],
  ['compile --entry none.conf --print-after all', /Cannot read none\.conf\./],
  ['compile --entry a.conf --print-after', /'--print-after <pass>' argument missing/],
  ['compile --entry a.conf --print-after all --rule 9', /There is no rule 9 in custom\.$/m],
  ['compile --entry a.conf --print-after all --rule x', /'x' is invalid.*Expected a number/],
  [
    'compile --entry removed.conf --print-after all --rule 7',
    /There is no rule 7 in custom\. A directive removes it: portcullis explain 7 shows which\./,
  ],
  [
    'compile --entry traced.conf --print-after fold-constants',
    /fold-constants does not run on custom: at debug log level 9 .* lower, plan-exclusions, replan/,
  ],
  ['compile --entry a.conf --print-after all --out x.mjs', /--print-after writes no files: remove/],
  ['compile --entry a.conf --rule 9', /--rule needs --print-after\./],
  ['stats --entry none.conf', /Cannot read none\.conf\./],
  ['explain 1 --entry none.conf', /Cannot read none\.conf\./],
  ['explain 9 --entry a.conf', /No profile has a rule 9\.$/m],
  ['explain 9 --entry broken.conf', /rule 9\. There are errors in custom: portcullis check shows/],
  ['explain a.conf:1 --entry a.conf', /No rule is at a\.conf:1\.$/m],
  ['explain', /missing required argument 'what'/],
  ['run --entry a.conf', /Give one request: a file, --url, --curl or --har\./],
  [
    'run --url /',
    /profiles\/pl1\.json\. Name rule files, or start in the folder that has profiles/,
  ],
  ['run --url / --profile nobody', /Cannot read the profile profiles\/nobody\.json\.$/m],
  ['bench --compare none.json a.conf', /Cannot read none\.json\./],
  ['run none.http --entry a.conf', /Cannot read none\.http\./],
  ['run a.conf --header X --entry a.conf', /--method, --header and --data need --url\./],
  [
    'run --entry a.conf --curl curl\t-d@none.txt\thttp://a/',
    /Cannot read none\.txt, which the curl command names\. There is no such file\.$/m,
  ],
  ['run --har none.har --entry a.conf', /Cannot read none\.har\./],
  ['run --har a.conf --entry a.conf', /a\.conf is not a HAR file with an entry 1\./],
  ['run --url / --header X --entry a.conf', /--header takes NAME: VALUE, not X\./],
  ['run --url ftp://a/ --entry a.conf', /--url takes a path or an HTTP URL, not ftp:\/\/a\/\./],
  ['run --url / --format xml --entry a.conf', /--format takes text or json\./],
  ['assemble a.ra --format xml', /--format takes text or json\./],
  ['bans --format xml', /--format takes text or json\./],
  ['diff a.conf a.conf --format xml', /--format takes text or json\./],
  ['doctor --format xml', /--format takes text or json\./],
  ['explain 1 --format xml', /--format takes text or json\./],
  ['promote a.log --format xml', /--format takes text or json\./],
  ['quantitative a.txt --format xml', /--format takes text or json\./],
  ['tune a.log --format xml', /--format takes text or json\./],
  ['test /nothing --entry a.conf', /Cannot read \/nothing\./],
  ['test none --entry a.conf', /No test in none is selected\./],
  ['test a.yaml --entry none.conf', /Cannot read none\.conf\./],
  ['test bad.yaml --entry a.conf', /bad\.yaml: 1-1 has no stages\./],
  ['test torn.yaml --entry a.conf', /torn\.yaml: /],
  ['test a.yaml --include ( --entry a.conf', /--include takes a regular expression, not \(\./],
  ['test a.yaml --overrides none.yaml --entry a.conf', /Cannot read none\.yaml\./],
  ['test a.yaml --reporter tap --entry a.conf', /--reporter takes one of summary, spec, dot/],
  ['test a.yaml --parallel 0 --entry a.conf', /'0' is invalid.*Expected a number from 1\./],
  ['run --har a.har --har-entry 0', /'0' is invalid.*Expected a number from 1\./],
  ['test a.yaml --shard 3/2 --entry a.conf', /--shard takes a share such as 1\/4, not 3\/2\./],
  ['test a.yaml --url http://127.0.0.1:9 --entry a.conf', /--url and --log go together\./],
  ['test a.yaml --url nowhere --log a.conf --entry a.conf', /--url takes http:\/\/HOST:PORT/],
  ['test a.yaml --url http://127.0.0.1:9 --log a.conf', /connect ECONNREFUSED 127\.0\.0\.1:9$/m],
  [
    'test a.yaml --url http://127.0.0.1:9 --log none.log --entry a.conf',
    /Cannot read none\.log\. There is no such file\.$/m,
  ],
  ['test loop --entry a.conf', /Cannot read loop\. It is a link to itself\.$/m],
  ['test a.yaml --overrides none --entry a.conf', /Cannot read none\. It is a folder\.$/m],
  ['diff a.conf a.conf --samples none', /none has no \*\.jsonl files\.$/m],
  [
    'diff a.conf a.conf --samples nobody',
    /Cannot read the samples nobody\. There is no such file\.$/m,
  ],
  ['report none.log', /Cannot read the audit log none\.log\. There is no such file\.$/m],
  ['report none', /Cannot read the audit log none\. It is a folder\.$/m],
  ['report a.conf --geo-database none', /GeoIP database none\. It is a folder\.$/m],
  ['report a.conf --html none/none/a.html', /a\.html\. There is no such folder\.$/m],
  ['bench --compare a.yaml a.conf', /The first file is not a report of bench --json\.$/m],
  ['check a.conf --baseline none --write-baseline', /baseline none\. It is a folder\.$/m],
  ['compile --entry a.conf --out none', /Cannot write none\. It is a folder\.$/m],
];

const cli = pathToFileURL(startedProgram('compiler/cli/main.ts').file).href;
let runs = 0;

/** What the command line answers and prints to standard error. The program is a module: each import runs it. */
async function run(line: string): Promise<readonly [exit: unknown, printed: string]> {
  let printed = '';
  const write = mock.method(process.stderr, 'write', (text: string | Uint8Array) => {
    printed += typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
    return true;
  });
  const { argv, exitCode } = process;
  try {
    process.argv = [process.execPath, 'portcullis', ...line.split(' ')];
    runs += 1;
    await import(`${cli}?run=${runs}`);
    return [process.exitCode, printed];
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    process.stdout.removeAllListeners('error');
    write.mock.restore();
  }
}

test('misuse: one line, exit 2', async (t) => {
  t.mock.method(console, 'log', () => undefined);
  const before = process.cwd();
  process.chdir(folder);
  try {
    for (const [line, message] of cases) {
      const [exit, printed] = await run(line);
      assert.equal(exit, 2, `${line}\n${printed}`);
      assert.match(printed, /^error: .*\n$/, line);
      assert.match(printed, message, line);
    }
  } finally {
    process.chdir(before);
  }
  assert.equal(cases.length, 90);
});

test('a wrong --format is named once', async () => {
  const [, printed] = await run('doctor --format xml');
  assert.equal(printed, 'error: --format takes text or json.\n');
});

test('a profile that the environment replaces by a module: one line that names the variable', () => {
  const { status, stdout, stderr } = portcullis(folder, ['check', '--profile', 'pl1'], '', {
    ENGINE_RULES_PATH_SITES: 'module.mjs',
  });
  assert.equal(status, 2, stdout);
  assert.equal(
    stderr,
    'error: ENGINE_RULES_PATH_SITES: module.mjs is a compiled module, and this command needs rule files.\n',
  );
});

test('a level of the debug log that the proxy would not start with', () => {
  let ran = 0;
  const of = (level: string) => {
    ran += 1;
    const words = ['compile', '--entry', 'a.conf', '--out', 'a.mjs'];
    return portcullis(folder, words, '', { SECDEBUGLOGLEVEL: level });
  };
  for (const level of ['10', 'x', '-1', '1.5']) {
    const { status, stderr } = of(level);
    assert.equal(status, 2, level);
    assert.equal(stderr, `error: SECDEBUGLOGLEVEL: "${level}" is not an integer from 0 to 9.\n`);
  }
  for (const level of ['', ' ', '0', '9', '09']) assert.equal(of(level).status, 0, level);
  assert.equal(ran, 9);
});
