/** The action for GitHub and the hooks for pre-commit name what exists, and their documents name them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { PACKAGE, VERSION } from '#compiler/version.ts';
import { readBlocks } from '../docs/helpers/read-blocks.ts';

type Step = { readonly run: string; readonly env: Readonly<Record<string, string>> };
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
type Hook = { readonly id: string; readonly entry: string; readonly files: string };

const ACTION = 'scripts/github-action';
const text = readFileSync(`${ACTION}/action.yml`, 'utf8');
const { inputs, runs }: Action = parse(text);
const hooks: readonly Hook[] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8'));
const page = 'docs/ci.md';
const recipes = readBlocks(page, readFileSync(page, 'utf8'))
  .filter(({ language }) => language === 'yaml')
  .map((block): unknown => parse(block.text));

/** Every object in a value that has this key. */
function withKey(value: unknown, key: string): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const inside = entries.flatMap(([, each]) => withKey(each, key));
  return entries.some(([name]) => name === key) ? [Object.fromEntries(entries), ...inside] : inside;
}

test('the action installs its own release', () => {
  assert.equal(inputs['package']?.default, `${PACKAGE}@${VERSION}`);
});

test('inputs are declared and used, and reach scripts by the environment only', () => {
  const used = new Set(Array.from(text.matchAll(/inputs\.([\w-]+)/g), ([, name]) => name));
  assert.deepEqual([...used].toSorted(), Object.keys(inputs).toSorted());
  assert.equal(runs.steps.length, 4);
  for (const { run } of runs.steps) {
    assert.ok(!run.includes('${{'), run);
    const { status, stderr } = spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
});

test('hooks have the names of commands', () => {
  assert.deepEqual(
    hooks.map(({ id, entry }) => [id, entry]),
    ['check', 'test', 'format'].map((name) => [`portcullis-${name}`, `portcullis ${name}`]),
  );
  for (const { files } of hooks) assert.ok(new RegExp(files).test('rules/a.conf'), files);
});

test('the recipes use inputs and hooks that there are', () => {
  const steps = withKey(recipes, 'uses').filter(({ uses }) => `${uses}`.includes(ACTION));
  assert.ok(steps.length >= 1);
  for (const { uses, with: given } of steps) {
    assert.equal(uses, `OWNER/portcullis/${ACTION}@v${VERSION}`);
    for (const name of Object.keys(given ?? {})) assert.ok(name in inputs, name);
  }
  const used = withKey(recipes, 'id').flatMap(({ id }) =>
    `${id}`.startsWith('portcullis-') ? [`${id}`] : [],
  );
  assert.deepEqual(used.toSorted(), hooks.map(({ id }) => id).toSorted());
});
