/** Recipes can be read: YAML, JSON, rules and the links between pages. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { checkProfiles } from '#compiler/cli/findings/check-profiles.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { bytesOfText } from '#compiler/utf8.ts';
import { memoryFiles } from '../helpers/compile-text.ts';
import { readBlocks } from './helpers/read-blocks.ts';

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);
const blocks = pages.flatMap((page) => readBlocks(page, readFileSync(page, 'utf8')));

test('YAML and JSON blocks can be parsed', () => {
  const data = blocks.filter(({ language }) => language === 'yaml' || language === 'json');
  assert.ok(data.length >= 5);
  for (const { page, line, language, text } of data) {
    const value: unknown = language === 'yaml' ? parse(text) : JSON.parse(text);
    assert.ok(typeof value === 'object' && value !== null, `${page}:${line}`);
  }
});

/** Findings about rules that a sample excludes and does not contain. */
const ABSENT = new Set(['ctl-without-rule', 'no-such-rule']);

test('rules have no findings of their own', () => {
  const samples = blocks.filter(({ language }) => language === 'apache');
  assert.equal(samples.length, 5);
  for (const { page, line, text } of samples) {
    const files = memoryFiles({ 'sample.conf': bytesOfText(text) });
    const { findings } = checkProfiles([profileOfEntries('sample', ['sample.conf'])], files);
    const own = findings.filter(({ code }) => !ABSENT.has(code));
    assert.deepEqual(
      own.map(({ message }) => message),
      [],
      `${page}:${line}`,
    );
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
