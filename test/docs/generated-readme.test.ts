/** generated/README.md describes the modules that the emitter writes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { emit } from '#compiler/4-emit/emit.ts';
import { addStates } from '#compiler/4-emit/emit-states.ts';
import { moduleDescriptions } from '#compiler/4-emit/module-descriptions.ts';
import { GENERATED_README, generatedReadme } from '#scripts/generated-readme.ts';
import { compileText } from '../helpers/compile-text.ts';

test('generated/README.md is up to date: npx tsx scripts/generated-readme.ts', () => {
  const page = readFileSync(GENERATED_README, 'utf8');
  assert.equal(generatedReadme(), page);
});

test('each emitted module begins with its description', () => {
  const { program } = compileText('SecRule ARGS "@rx x" "id:1,phase:2,deny"', {});
  assert.ok(program !== undefined);
  const modules = addStates(emit(program), new Map([['pattern1', 'A']]));
  const names = new Set(modules.map(({ path }) => path.replace(/\d?\.ts$/, '')));
  assert.deepEqual([...names].toSorted(), Object.keys(moduleDescriptions).toSorted());
  const descriptions: ReadonlyMap<string, string> = new Map(Object.entries(moduleDescriptions));
  for (const { path, text } of modules) {
    const description = descriptions.get(path.replace(/\d?\.ts$/, ''));
    assert.ok(text.startsWith(`// ${description}\n// Made by portcullis `), path);
  }
});
