/** The action for GitHub: its steps one by one, as a runner takes them, in a folder of rules, with the package as npm packs it. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { parse } from 'yaml';
import { PACKAGE, VERSION } from '#compiler/version.ts';
import { folderWith } from '../helpers/command-line.ts';
import { copyOfProject } from './helpers/own-repository.ts';

type Step = {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
};
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const { inputs: declared, runs }: Action = parse(
  readFileSync('scripts/github-action/action.yml', 'utf8'),
);

const packed = folderWith({});
/** What the runner keeps for the job: the action is installed there once. */
const runner = folderWith({ path: '' });

before(() => {
  const copy = copyOfProject();
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const words = ['pack', '--pack-destination', packed, '--loglevel', 'error'];
  execFileSync('npm', words, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
});

type Given = Readonly<Record<string, string>>;
type Job = {
  readonly failed: readonly string[];
  readonly ran: readonly string[];
  readonly output: string;
};

/** An expression in `${{ }}`, which holds or gives text. */
function evaluate(expression: string, inputs: Given): boolean | string {
  const terms = expression.split('&&').map((text) => text.trim());
  if (terms.length > 1) return terms.every((term) => evaluate(term, inputs) !== false);
  const [, name = '', comparison, text] =
    /^inputs\.([\w-]+)(?: (==|!=) '(\w*)')?$/.exec(expression) ?? [];
  if (name !== '') {
    const value = inputs[name];
    assert.ok(value !== undefined, `No input ${name}`);
    return comparison === undefined ? value : (value === text) === (comparison === '==');
  }
  assert.ok(
    /^(?:!cancelled\(\)|steps\.install\.outcome == 'success')$/.test(expression),
    expression,
  );
  return true;
}

const expanded = (text: string, inputs: Given): string =>
  text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => `${evaluate(expression, inputs)}`);

/** A step's shell as runners start it: `bash --noprofile --norc -eo pipefail FILE`. */
function runAction(folder: string, given: Given): Job {
  const inputs: Record<string, string> = {};
  for (const [name, { default: usual }] of Object.entries(declared))
    inputs[name] = given[name] ?? usual;
  inputs['package'] = join(packed, `${PACKAGE}-${VERSION}.tgz`);
  const job = { failed: [] as string[], ran: [] as string[], output: '' };
  for (const step of runs.steps) {
    if (step.if !== undefined && expanded(step.if, inputs) !== 'true') continue;
    const script = join(runner, 'step.sh');
    writeFileSync(script, step.run);
    const added = readFileSync(join(runner, 'path'), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      PATH: [...added.toReversed(), process.env['PATH']].join(delimiter),
      RUNNER_TEMP: runner,
      GITHUB_PATH: join(runner, 'path'),
    };
    for (const [name, text] of Object.entries(step.env)) env[name] = expanded(text, inputs);
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', script],
      {
        cwd: resolve(folder, expanded(step['working-directory'] ?? '.', inputs)),
        env,
        encoding: 'utf8',
      },
    );
    job.ran.push(step.name);
    if (status !== 0) job.failed.push(`${step.name}: ${status}`);
    job.output += stdout + stderr;
  }
  return job;
}

const GOOD = `SecRuleEngine On
SecRule ARGS "@rx evil" \\
    "id:1,\\
    phase:2,\\
    deny,\\
    t:none,\\
    log"
`;
const TESTS = `rule_id: 1
tests:
  - test_id: 1
    stages:
      - input: { uri: /?q=evil, headers: { Host: localhost } }
        output: { log: { expect_ids: [1] } }
`;
const INSTALL = 'Install Portcullis, for the steps behind as well';
const CHECK = 'Check the rules';

test('rules without findings pass all steps', () => {
  const folder = folderWith({ 'rules/a.conf': GOOD, 'tests/1.yaml': TESTS });
  const job = runAction(folder, { files: 'rules/*.conf', tests: 'tests', format: 'true' });
  assert.deepEqual(job.failed, [], job.output);
  assert.deepEqual(job.ran, [INSTALL, CHECK, 'Run the tests', 'Check the layout']);
  assert.match(job.output, /1 passed/);
});

test('every step shows what is wrong in one run', () => {
  const wrong = 'SecRule ARGS "@rx bad" "id:2,phase:2,deny,log,t:lowercas"\n';
  const folder = folderWith({
    'mine/rules/a.conf': GOOD.replace('evil', 'never'),
    'mine/rules/b.conf': wrong,
    'mine/tests/1.yaml': TESTS,
  });
  const job = runAction(folder, {
    files: 'rules/a.conf\nrules/b.conf\n',
    tests: 'tests',
    format: 'true',
    'working-directory': 'mine',
  });
  assert.deepEqual(
    job.failed,
    [`${CHECK}: 1`, 'Run the tests: 1', 'Check the layout: 1'],
    job.output,
  );
  assert.match(
    job.output,
    /^::error file=rules\/b\.conf,line=1,.*,title=unknown-transformation::Unknown transformation/m,
  );
});

test('a profile, a report for code scanning, no tests', () => {
  const folder = folderWith({
    'profiles/site.json': '{ "name": "site", "files": ["rules/*.conf"] }',
    'rules/a.conf': GOOD.replace('t:none', 't:none,t:lowercase').replace('evil', 'EVIL'),
  });
  const job = runAction(folder, { profile: 'site', sarif: 'out.sarif' });
  assert.deepEqual(job.failed, [`${CHECK}: 1`], job.output);
  assert.deepEqual(job.ran, [INSTALL, CHECK]);
  const { runs: reports } = JSON.parse(readFileSync(join(folder, 'out.sarif'), 'utf8'));
  assert.deepEqual(
    reports[0].results.map(({ ruleId }: { ruleId: string }) => ruleId),
    ['unmatchable-text'],
  );
  assert.deepEqual(runAction(folder, { profile: 'site', 'fail-on': 'error' }).failed, []);
});

test('inputs are no commands', () => {
  const folder = folderWith({ 'rules/a.conf': GOOD });
  const files = 'rules/a.conf $(touch broken) `touch broken`; touch broken';
  const job = runAction(folder, { files, preset: '"; touch broken; "', tests: '$(touch broken)' });
  assert.ok(job.failed.length > 0);
  assert.ok(!existsSync(join(folder, 'broken')));
});
