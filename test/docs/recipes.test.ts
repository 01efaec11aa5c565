/** Recipes can be read: YAML, JSON and the links between pages. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readBlocks } from './helpers/read-blocks.ts';

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);
const blocks = pages.flatMap((page) => readBlocks(page, readFileSync(page, 'utf8')));

test('YAML and JSON blocks', () => {
  const data = blocks.filter(({ language }) => language === 'yaml' || language === 'json');
  assert.ok(data.length >= 5);
  for (const { page, line, language, text } of data) {
    const value: unknown = language === 'yaml' ? parse(text) : JSON.parse(text);
    assert.ok(typeof value === 'object' && value !== null, `${page}:${line}`);
  }
});

test('steps of the workflows run or use something', () => {
  const workflows = blocks.filter(({ text }) => text.includes('runs-on:'));
  assert.equal(workflows.length, 2);
  for (const { text } of workflows) {
    const { jobs } = parse(text);
    const { steps } = jobs.rules;
    assert.ok(steps.length >= 2);
    for (const step of steps) assert.ok('run' in step !== 'uses' in step, JSON.stringify(step));
  }
});
